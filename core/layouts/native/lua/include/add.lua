-- Code shared by add and addids. Uses the variables pendingKey, metaKey, leasesKey, expiringKey and statisticsPrefix.
--- @include "version"
local head = try('ZRANGE', pendingKey, 0, 0, 'WITHSCORES')
if head.err then
  return damaged('pending')
end
if type(try('ZCARD', expiringKey)) == 'table' then
  return damaged('expiring')
end
if not version then
  -- The guard, an empty name with a value over 64 bytes, keeps `leases` a hash table, because lookups in a listpack
  -- take linear time.
  local guarded = try('HSETNX', leasesKey, '', string.rep('-', 65))
  if type(guarded) == 'table' then
    return damaged('leases')
  end
end

-- Converts a due time to a score. `+ms` is relative to the current time.
local function dueOf(text)
  if string.byte(text) == 43 then
    return string.format('%d', now + tonumber(string.sub(text, 2)))
  end
  return text
end

-- Writes the added tasks. These writes cannot fail. `entries`: members and scores for pending; `soonest`: the
-- earliest due time; `deadlines`: the start deadlines.
local function place(entries, soonest, deadlines)
  if not version then
    call('HSET', metaKey, 'version', '1', 'rolled', string.format('%d', math.floor(now / 3600000) - 1))
  end
  if #entries == 0 then
    return
  end
  call('ZADD', pendingKey, unpack(entries))
  if #deadlines > 0 then
    call('ZADD', expiringKey, unpack(deadlines))
  end
  count('added', #entries / 2)
  local headDue = tonumber(head[2])
  if not headDue or soonest < headDue or headDue <= now then
    call('PUBLISH', wakeChannel, string.format('%d', soonest))
  end
end
