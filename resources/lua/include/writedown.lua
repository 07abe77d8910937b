-- Writes down how a step is undone: one packed entry of the operation's list, {kind, what was done to each task, …}. Undo reads
-- them from the end, and each from its end. Of an operation whose record says that it cannot be undone nothing is kept. Uses
-- overlay, operation.
local wasKey = overlay .. 'op:' .. operation .. ':was'
if type(try('LLEN', wasKey)) == 'table' then
  return damaged('op:' .. operation .. ':was')
end

local keepsUndo = try('HGET', overlay .. 'op:' .. operation, 'undoable') ~= '0'

-- `isFirst`: to be undone after all that was written down before.
local function writeDown(entry, isFirst)
  if keepsUndo and #entry > 1 then
    call(isFirst and 'LPUSH' or 'RPUSH', wasKey, cmsgpack.pack(entry))
    call('PEXPIRE', wasKey, undoKept)
  end
end
