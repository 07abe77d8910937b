-- Writes a step's undo data as one packed entry in the operation's list, {kind, what was done to each task, …}. Undo
-- reads the entries, and the items within each entry, from last to first. Stores nothing if the operation's record says
-- that it can't be undone. Uses overlay, operation.
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
