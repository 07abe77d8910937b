-- The end of a step of an undo: what was undone is written down no more, and counted in the undo's record.
-- Reply: {1 when there is more, restored, moved on, restored in all by this undo or -1, µs, what is requested of the undo}
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
