-- Ends a step of an undo: removes the undo data of the restored tasks, and counts these tasks in the record of the
-- undone operation, so that an undo that resumes after a crash has the right count.
-- Reply: {1 if there is more, restored, moved on, total restored by all undos of the operation, µs, pending request of
-- the undo}
if #was > 0 then
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
return {call('EXISTS', wasKey), restored, movedOn, inAll, busyFor(), undoing[4] or ''}
