#!lua flags=allow-oom
-- Quarantines leased tasks whose envelopes are missing or unreadable. Nothing is lost: the envelopes' bytes remain in
-- tasks. Safe to repeat, because a second call finds no lease.
-- KEYS 1: leased; 2: leases; 3: damaged; 4: tries; 5: history; 6: meta; 7: events; 8: expiring; 9: cancel
-- ARGV 1: reason; then for each task: id, token
-- Reply: the number of tasks quarantined
--- @include "begin"
local metaKey = KEYS[6]
--- @include "version"
local ids = {}
for i = 2, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
end
local held = try('HMGET', KEYS[2], unpack(ids))
if held.err then
  return damaged('leases')
end
if type(try('ZCARD', KEYS[1])) == 'table' then
  return damaged('leased')
end
local accepted, entries = {}, {}
for k = 1, #ids do
  if held[k] == ARGV[2 * k + 1] then
    accepted[#accepted + 1] = ids[k]
    entries[#entries + 1] = ids[k]
    entries[#entries + 1] = nowText .. ' ' .. held[k] .. ' ' .. ARGV[1]
  end
end
if #accepted == 0 then
  return 0
end
local written = try('HSET', KEYS[3], unpack(entries))
if type(written) == 'table' then
  return damaged('damaged')
end
call('ZREM', KEYS[1], unpack(accepted))
call('HDEL', KEYS[2], unpack(accepted))
try('HDEL', KEYS[4], unpack(accepted))
try('HDEL', KEYS[5], unpack(accepted))
try('ZREM', KEYS[8], unpack(accepted))
try('HDEL', KEYS[9], unpack(accepted))
try('XADD', KEYS[7], 'MAXLEN', '~', 10000, '*', 'kind', 'quarantine', 'tasks', #accepted, 'reason', ARGV[1])
return #accepted
