#!lua flags=allow-oom
-- Drops the records of old operations.
-- KEYS 1 ops 2 meta 3 prefix of the records' keys
-- ARGV 1 how long they are kept, ms 2 limit
-- Reply: the number dropped
--- @include "begin"
local metaKey = KEYS[2]
--- @include "version"
local ids = try('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%d', now - tonumber(ARGV[1])), 'LIMIT', 0, ARGV[2])
if ids.err then
  return damaged('ops')
end
if #ids == 0 then
  return 0
end
for k = 1, #ids do
  call('UNLINK', KEYS[3] .. string.match(ids[k], '[^/]*$'))
end
call('ZREMRANGEBYRANK', KEYS[1], 0, #ids - 1)
return #ids
