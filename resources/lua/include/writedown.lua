-- Writes the undo data of a step as one packed entry of the operation's list, {kind, what was done to each task, …}.
-- Undo reads the entries from last to first, and the items within each entry in the same direction. Nothing is stored
-- for an operation whose record states that it cannot be undone. Uses overlay, operation.
local wasKey = overlay .. 'op:' .. operation .. ':was'
if type(try('LLEN', wasKey)) == 'table' then
  return damaged('op:' .. operation .. ':was')
end

local keepsUndo = try('HGET', overlay .. 'op:' .. operation, 'undoable') ~= '0'

-- Adds undo data. `isFirst`: prepends the entry, so that it is undone after all entries written before it.
local function writeDown(entry, isFirst)
  if keepsUndo and #entry > 1 then
    call(isFirst and 'LPUSH' or 'RPUSH', wasKey, cmsgpack.pack(entry))
    call('PEXPIRE', wasKey, undoKept)
  end
end
