-- Ends a step of an undo: removes the undo data of the restored tasks, and counts them in the record of the undone
-- operation, so that an undo resumed after a crash has the right count. If an undo restores no tasks, the undo data is
-- kept for another undo.
-- Reply: {1 if there is more, restored, moved on, total restored by all undos of the operation, µs, pending request of
--   the undo} undo data of tasks that were skipped because they had changed, kept until a task is restored
local movedKey = wasKey .. ':moved'
local moved = {entry[1]}
if #was > 0 then
  for i = #was, 1, -1 do
    moved[#moved + 1] = entry[#entry - i + 1]
  end
  if #was == #entry - 1 then
    call('RPOP', wasKey)
  else
    call('LSET', wasKey, -1, cmsgpack.pack({unpack(entry, 1, #entry - #was)}))
  end
end
if undoing[1] then
  call('HSET', undoKey, 'holder', who, 'held', whole(now + 5000))
end
local inAll = call('HINCRBY', overlay .. 'op:' .. operation, 'restored', restored)
local isLeft = call('EXISTS', wasKey)
if inAll > 0 then
  try('UNLINK', movedKey)
elseif #was > 0 then
  try('LPUSH', movedKey, cmsgpack.pack(moved))
  try('PEXPIRE', movedKey, undoKept)
end
if inAll == 0 and isLeft == 0 then
  try('RENAME', movedKey, wasKey)
end
return {isLeft, restored, movedOn, inAll, busyFor(), undoing[4] or ''}
