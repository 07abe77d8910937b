-- Ends a step of an undo: removes the undo data of the undone tasks, and counts them in the undo's record.
-- Reply: {1 if there is more, restored, moved on, total restored by this undo or -1, µs, pending request of the undo}
if #was > 0 then
  if #was == #entry - 1 then
    call('RPOP', wasKey)
  else
    call('LSET', wasKey, -1, cmsgpack.pack({unpack(entry, 1, #entry - #was)}))
  end
end
local inAll = -1
if undoing[1] then
  call('HSET', undoKey, 'holder', who, 'held', whole(now + 5000))
  inAll = call('HINCRBY', undoKey, 'restored', restored)
end
return {call('EXISTS', wasKey), restored, movedOn, inAll, busyFor(), undoing[4] or ''}
