#!lua flags=no-writes,allow-oom
-- Statistics by the minute and the next run of some queues (of one slot in a cluster), of as many as cost little.
-- KEYS for each queue: ticks, then its minutes
-- ARGV 1 what it may cost: 1 for a key and each 8 fields found 2… for each queue: how many minutes it has here
-- Reply: for each queue, in their order, as far as it came: {first tick or '', then for each minute that is there: its place among
-- those of the queue, {field, value, …}}; what is no key of ours is left out
local reply, at, left = {}, 0, tonumber(ARGV[1])
for queue = 2, #ARGV do
  if left <= 0 then
    break
  end
  local ticks = redis.pcall('ZRANGE', KEYS[at + 1], 0, 0, 'WITHSCORES')
  local told = {not ticks.err and ticks[2] or ''}
  local minutes = tonumber(ARGV[queue])
  for minute = 1, minutes do
    local fields = redis.pcall('HGETALL', KEYS[at + 1 + minute])
    if not fields.err and #fields > 0 then
      told[#told + 1] = minute
      told[#told + 1] = fields
      left = left - #fields / 8
    end
  end
  left = left - 1 - minutes
  at = at + 1 + minutes
  reply[#reply + 1] = told
end
return reply
