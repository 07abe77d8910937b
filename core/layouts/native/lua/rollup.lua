#!lua flags=allow-oom
-- Writes the totals of a completed hour. Its minutes no longer change, so a repeated call writes the same values.
-- KEYS 1: meta; 2: statistics prefix
-- ARGV 1: the hour (ms since the epoch / 3,600,000); 2: how long it is kept, in ms, then field, sum, …
-- Reply: 1, or 0 if the queue no longer exists
--- @include "begin"
local metaKey = KEYS[1]
--- @include "version"
if not version then
  return 0
end
local hourKey = KEYS[2] .. 'h:' .. ARGV[1]
if #ARGV > 2 and type(try('HSET', hourKey, unpack(ARGV, 3))) == 'number' then
  call('PEXPIRE', hourKey, ARGV[2])
end
call('HSET', metaKey, 'rolled', ARGV[1])
return 1
