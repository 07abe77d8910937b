#!lua
-- Writes a schedule. Creates the queue if it is new.
-- KEYS 1: schedules; 2: ticks; 3: meta; 4: leases
-- ARGV 1: wake channel; 2: name; 3: definition; 4: next tick ms or '' (disabled); 5: 1 to replace a different schedule
--      with that name
-- Reply: 1 = written; 2 = written and the queue created; 3 = the same schedule already exists; 0 = a different schedule
--   has that name
--- @include "begin"
local metaKey = KEYS[3]
--- @include "version"
local there = try('HGET', KEYS[1], ARGV[2])
if type(there) == 'table' then
  return damaged('schedules')
end
if there == ARGV[3] then
  return 3
end
if there and ARGV[5] ~= '1' then
  return 0
end
if type(try('ZCARD', KEYS[2])) == 'table' then
  return damaged('ticks')
end
if not version then
  -- create the guard entry, as include/add.lua does
  if type(try('HSETNX', KEYS[4], '', string.rep('-', 65))) == 'table' then
    return damaged('leases')
  end
  call('HSET', metaKey, 'version', '1', 'rolled', string.format('%d', math.floor(now / 3600000) - 1))
end
call('HSET', KEYS[1], ARGV[2], ARGV[3])
if ARGV[4] == '' then
  call('ZREM', KEYS[2], ARGV[2])
else
  call('ZADD', KEYS[2], ARGV[4], ARGV[2])
end
call('PUBLISH', ARGV[1], 'schedules')
return version and 1 or 2
