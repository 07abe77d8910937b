#!lua flags=no-writes,allow-oom
-- Returns the per-minute statistics and the next scheduled run of each queue (in a cluster, queues of one slot), for as
-- many queues as the cost limit allows.
-- KEYS for each queue: ticks, failed, then its minutes
-- ARGV 1: cost limit; each key costs 1, and so do every 8 items in replies; then for each queue: the number of its
--      minutes in KEYS, and the time in ms from which its failures are counted
-- Reply: for each queue in order, within the cost limit: {first tick or '', failed tasks or -1, then for each existing
--   minute: its index among the queue's minutes, {field, value, …}}; keys of other types are omitted
local try = redis.pcall
local reply, at, left = {}, 0, tonumber(ARGV[1])
for queue = 2, #ARGV, 2 do
  if left <= 0 then
    break
  end
  local ticks = try('ZRANGE', KEYS[at + 1], 0, 0, 'WITHSCORES')
  local failed = try('ZCOUNT', KEYS[at + 2], ARGV[queue + 1], '+inf')
  local told = {not ticks.err and ticks[2] or '', type(failed) == 'number' and failed or -1}
  local minutes = tonumber(ARGV[queue])
  for minute = 1, minutes do
    local fields = try('HGETALL', KEYS[at + 2 + minute])
    if not fields.err and #fields > 0 then
      told[#told + 1] = minute
      told[#told + 1] = fields
      left = left - #fields / 8
    end
  end
  left = left - 2 - minutes
  at = at + 2 + minutes
  reply[#reply + 1] = told
end
return reply
