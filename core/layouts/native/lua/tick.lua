#!lua
-- Creates the task for a schedule's tick, if any, and advances the schedule, unless another engine has already done so.
-- Each tick creates at most one task, no matter how many engines try.
-- KEYS 1: pending; 2: tasks; 3: statistics prefix; 4: meta; 5: leases; 6: expiring; 7: schedules; 8: ticks; 9: ticked
-- ARGV 1: wake channel; 2: name; 3: SHA-1 of the definition that was read; 4: the tick that was due; 5: the next
--      tick, in ms; 6: the tick to create a task for, in ms, or ''; 7: id; 8: start deadline in ms or ''; 9: envelope
-- Reply: 2 created and advanced, 1 advanced, 0 another engine came first, or the schedule has changed
--- @include "begin"
local pendingKey, metaKey, leasesKey, expiringKey = KEYS[1], KEYS[4], KEYS[5], KEYS[6]
local statisticsPrefix, wakeChannel = KEYS[3], ARGV[1]
--- @include "statistics"
local definition = try('HGET', KEYS[7], ARGV[2])
if type(definition) == 'table' then
  return damaged('schedules')
end
local tick = try('ZSCORE', KEYS[8], ARGV[2])
if type(tick) == 'table' then
  return damaged('ticks')
end
if not definition or redis.sha1hex(definition) ~= ARGV[3] or not tick or tonumber(tick) ~= tonumber(ARGV[4]) then
  return 0
end
local present = try('HEXISTS', KEYS[2], ARGV[7])
if type(present) == 'table' then
  return damaged('tasks')
end
local last = try('HGET', KEYS[9], ARGV[2])
if type(last) == 'table' then
  return damaged('ticked')
end
--- @include "add"
-- If a client reads the clock before a tick and then changes the schedule, it resets the schedule to that tick. By
-- then, the tick's task may have been completed and dropped. If a person ran the tick manually, its task already
-- exists.
local again = ARGV[6] ~= '' and last and tonumber(ARGV[6]) <= (tonumber(last) or 0)
local isNew = ARGV[6] ~= '' and present == 0 and not again
if isNew then
  call('HSET', KEYS[2], ARGV[7], ARGV[9])
  place({ARGV[6], ARGV[7]}, tonumber(ARGV[6]), ARGV[8] ~= '' and {ARGV[8], ARGV[7]} or {})
end
if ARGV[6] ~= '' and not again then
  call('HSET', KEYS[9], ARGV[2], ARGV[6])
end
call('ZADD', KEYS[8], ARGV[5], ARGV[2])
return isNew and 2 or 1
