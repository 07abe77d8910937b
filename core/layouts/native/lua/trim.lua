#!lua flags=allow-oom
-- Permanently drops tasks after their set's retention period.
-- KEYS 1: the set (done, failed or trash); 2: tasks; 3: results; 4: history; 5: tries; 6: before; 7: expiring; 8: meta;
--      9: prefix of the big payloads' keys
-- ARGV 1: the set's role; 2: field of meta with the retention in ms; 3: retention unless meta sets it; 4: limit
-- Reply: the number of tasks dropped
--- @include "begin"
local meta = try('HMGET', KEYS[8], 'version', ARGV[2], 'big')
if meta.err then
  return damaged('meta')
end
if meta[1] and meta[1] ~= '1' then
  return newer(meta[1])
end
local cutoff = string.format('%d', now - (tonumber(meta[2]) or tonumber(ARGV[3])))
local ids = try('ZRANGEBYSCORE', KEYS[1], '-inf', cutoff, 'LIMIT', 0, ARGV[4])
if ids.err then
  return damaged(ARGV[1])
end
if #ids == 0 then
  return 0
end
local written = try('HDEL', KEYS[2], unpack(ids))
if type(written) == 'table' then
  return damaged('tasks')
end
call('ZREMRANGEBYRANK', KEYS[1], 0, #ids - 1)
for k = 3, 6 do
  try('HDEL', KEYS[k], unpack(ids))
end
try('ZREM', KEYS[7], unpack(ids))
if meta[3] then
  for k = 1, #ids do
    call('UNLINK', KEYS[9] .. ids[k])
  end
end
return #ids
