-- Undoes discards and restores of Bull and BullMQ jobs. Uses the layout's frame and trash, include/undobegin,
-- listplaces, undos, and historyFields, the names of the arguments of historyOf().
--- @include "jobentries"

function undos.discard()
  for _, one in ipairs(was) do
    local known = try('HMGET', overlay .. 'trash:' .. one[1], unpack(ourFields))
    if not known.err and known[3] == operation and not isTaken(one[1], known[4]) then
      if one[2] ~= 'further' then
        outOfTrash(one[1], known)
      end
      restored = restored + 1
    end
  end
  putBackInList()
end

function undos.restore()
  for _, one in ipairs(was) do
    local id, set, hash, near, others = one[1], one[3], base .. one[1], nil, nil
    local job = try('HMGET', hash, historyFields[1], historyFields[2], historyFields[3], 'deid')
    local isSame = not job.err and historyOf(job[1], job[2], job[3]) == one[6] and call('EXISTS', hash .. ':lock') == 0
    if isSame and (set == 'wait' or set == 'paused') then
      isSame = false
      for _, name in ipairs({waiting, waiting == 'wait' and 'paused' or 'wait'}) do
        local places = placesIn(base .. name, {id}, {-1}, true)
        if not isSame and places[1] then
          local out = {}
          near, others = leaveList(base .. name, entriesOf(base .. name, {id}, places)[id], out)
          takeOut(base .. name, out)
          isSame = true
        end
      end
    elseif isSame then
      isSame = call('ZSCORE', base .. set, id) == one[4] and call('ZREM', base .. set, id) == 1
    end
    if isSame then
      intoTrash(id, set, one[4] ~= '' and one[4] or nil, job[4], one[7] or '', tonumber(one[2]), tonumber(one[5]), near)
      keepOthers(id, others)
      restored = restored + 1
    end
  end
end
