-- Ends leases whose attempts have failed, and moves their tasks. This is the write phase of nack and recover: nothing
-- here can fail. `retry` and `failed` are score, id, …; `tries` and `histories` are id, value, …; `failedIds` are the
-- ids in `failed`.
-- KEYS 1: leased; 2: leases; 3: retry; 4: failed; 5: tries; 6: history
local function putBack(ids, retry, failed, failedIds, tries, histories, expiringKey, cancelKey, metaKey)
  call('HSET', KEYS[5], unpack(tries))
  call('HSET', KEYS[6], unpack(histories))
  if #retry > 0 then
    call('ZADD', KEYS[3], unpack(retry))
  end
  if #failed > 0 then
    call('ZADD', KEYS[4], unpack(failed))
    try('ZREM', expiringKey, unpack(failedIds))
    naming = call('HGET', metaKey, 'types')
    local types = {}
    for k = 1, #failedIds do
      local name = typeOf(failedIds[k])
      types[name] = (types[name] or 0) + 1
    end
    for name, tasks in pairs(types) do
      count('failed:' .. name, tasks)
    end
  end
  call('ZREM', KEYS[1], unpack(ids))
  call('HDEL', KEYS[2], unpack(ids))
  if try('EXISTS', cancelKey) == 1 then
    try('HDEL', cancelKey, unpack(ids))
  end
end
