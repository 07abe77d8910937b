#!lua flags=allow-oom
-- Deletes the records of old operations.
-- KEYS 1: ops; 2: meta; 3: prefix of the records' keys
-- ARGV 1: how long they are kept after their undo period, in ms; 2: undo period unless meta sets it, in ms; 3: limit
-- Reply: the number of records dropped
--- @include "begin"
local meta = try('HMGET', KEYS[2], 'version', 'keep_undo')
if meta.err then
  return damaged('meta')
end
if meta[1] and meta[1] ~= '1' then
  return newer(meta[1])
end
local cutoff = string.format('%d', now - tonumber(ARGV[1]) - (tonumber(meta[2]) or tonumber(ARGV[2])))
local ids = try('ZRANGEBYSCORE', KEYS[1], '-inf', cutoff, 'LIMIT', 0, ARGV[3])
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
