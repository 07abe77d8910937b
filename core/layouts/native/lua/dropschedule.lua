#!lua flags=allow-oom
-- Removes a schedule but not the tasks that it has created.
-- KEYS 1: schedules; 2: ticks; 3: ticked; 4: meta
-- ARGV 1: wake channel; 2: name
-- Reply: 1 = removed; 0 = there was none
--- @include "begin"
local metaKey = KEYS[4]
--- @include "version"
local gone = try('HDEL', KEYS[1], ARGV[2])
if type(gone) == 'table' then
  return damaged('schedules')
end
try('ZREM', KEYS[2], ARGV[2])
try('HDEL', KEYS[3], ARGV[2])
call('PUBLISH', ARGV[1], 'schedules')
return gone
