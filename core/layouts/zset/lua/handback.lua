#!lua flags=allow-oom
-- Moves tasks that a stopping worker returned without running from retry back to the design's
-- sorted set, where other Dueline workers and the design's own workers can claim them. Tasks that
-- have been attempted stay in retry and keep their attempts.
-- KEYS 1: retry; 2: tries; 3: history; 4: tasks; 5: home
-- ARGV 1: limit; 2: ms per unit of the scores at home; 3: first rank in retry
-- Reply: {number of tasks moved, rank at which to continue, 1 if the end of retry was reached}
--- @include "begin"
--- @include "tokens"
local limit, unit, from = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
--- @include "scores"
local found = try('ZRANGE', KEYS[1], from, from + limit - 1, 'WITHSCORES')
if found.err then
  return damaged('retry')
end
if #found == 0 then
  return {0, from, 1}
end
local ids = {}
for i = 1, #found, 2 do
  ids[#ids + 1] = found[i]
end
local tries = try('HMGET', KEYS[2], unpack(ids))
if tries.err then
  return damaged('tries')
end
local histories = try('HMGET', KEYS[3], unpack(ids))
if histories.err then
  return damaged('history')
end
if type(try('HLEN', KEYS[4])) == 'table' then
  return damaged('tasks')
end
if type(try('ZCARD', KEYS[5])) == 'table' then
  return damaged('home')
end
local gone, back = {}, {}
for k = 1, #ids do
  if (triesOf(tries[k])) == 0 and not histories[k] then
    gone[#gone + 1] = ids[k]
    back[#back + 1] = scoreOf(tonumber(found[2 * k]))
    back[#back + 1] = ids[k]
  end
end
if #gone > 0 then
  call('ZADD', KEYS[5], 'NX', unpack(back))
  call('ZREM', KEYS[1], unpack(gone))
  call('HDEL', KEYS[2], unpack(gone))
  call('HDEL', KEYS[4], unpack(gone))
end
return {#gone, from + #ids - #gone, #ids < limit and 1 or 0}
