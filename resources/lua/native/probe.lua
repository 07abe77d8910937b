#!lua flags=allow-oom,no-writes
-- Asks what the ACL user may not do of all that the scripts do. Writes nothing.
-- KEYS 1 a sorted set 2 a hash 3 a string 4 a stream, then every other key (prefixes included)
-- ARGV channels
-- Reply: what is missing, `COMMAND`, `key NAME` or `channel NAME`; empty when all is allowed
local missing = {}
local set, hash, text, stream = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local commands = {
  {'TIME'}, {'GET', text}, {'SET', text, '', 'PX', '1'}, {'EXISTS', text}, {'EXPIRE', text, '1'}, {'PEXPIRE', text, '1'},
  {'UNLINK', text}, {'GETRANGE', text, '0', '1'}, {'STRLEN', text}, {'XADD', stream, 'MAXLEN', '~', '1', '*', 'f', 'v'},
  {'HGET', hash, 'f'}, {'HMGET', hash, 'f'}, {'HGETALL', hash}, {'HSET', hash, 'f', 'v'}, {'HSETNX', hash, 'f', 'v'},
  {'HDEL', hash, 'f'}, {'HEXISTS', hash, 'f'}, {'HLEN', hash}, {'HSTRLEN', hash, 'f'}, {'HINCRBY', hash, 'f', '1'},
  {'HRANDFIELD', hash, '1'}, {'HSCAN', hash, '0'}, {'ZADD', set, '1', 'm'}, {'ZREM', set, 'm'}, {'ZCARD', set},
  {'ZCOUNT', set, '0', '1'}, {'ZSCORE', set, 'm'}, {'ZMSCORE', set, 'm'}, {'ZRANGE', set, '0', '0'},
  {'ZRANGEBYSCORE', set, '0', '1'}, {'ZREMRANGEBYRANK', set, '0', '0'},
}
local refused = {}
for i = 1, #commands do
  if not redis.acl_check_cmd(unpack(commands[i])) then
    missing[#missing + 1] = commands[i][1]
    refused[commands[i][1]] = true
  end
end
if not refused.SET then
  for i = 1, #KEYS do
    if not redis.acl_check_cmd('SET', KEYS[i], '') then
      missing[#missing + 1] = 'key ' .. KEYS[i]
    end
  end
end
for i = 1, #ARGV do
  if not redis.acl_check_cmd('PUBLISH', ARGV[i], '') then
    missing[#missing + 1] = 'channel ' .. ARGV[i]
  end
end
return missing
