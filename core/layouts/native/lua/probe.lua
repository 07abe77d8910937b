#!lua flags=allow-oom,no-writes
-- Returns the scripts' commands that the ACL user may not run. Writes nothing.
-- KEYS 1: a key of the queue, for servers that refuse scripts without keys; none if the user may not access that key,
--      because the server would refuse the script without naming the key
-- ARGV 1: number of keys, then the keys: a sorted set, a hash, a string, a stream, then all others (prefixes included);
--      then channels
-- Reply: missing rights, `COMMAND`, `key NAME` or `channel NAME`; empty if everything is allowed
local missing = {}
local keys = tonumber(ARGV[1])
local set, hash, text, stream = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local commands = {
  {'TIME'}, {'GET', text}, {'SET', text, '', 'PX', '1'}, {'EXISTS', text}, {'EXPIRE', text, '1'}, {'PEXPIRE', text, '1'},
  {'PERSIST', text}, {'RENAME', text, text},
  {'UNLINK', text}, {'STRLEN', text}, {'XADD', stream, 'MAXLEN', '~', '1', '*', 'f', 'v'},
  {'HGET', hash, 'f'}, {'HMGET', hash, 'f'}, {'HGETALL', hash}, {'HSET', hash, 'f', 'v'}, {'HSETNX', hash, 'f', 'v'},
  {'HDEL', hash, 'f'}, {'HEXISTS', hash, 'f'}, {'HLEN', hash}, {'HSTRLEN', hash, 'f'}, {'HINCRBY', hash, 'f', '1'},
  {'HRANDFIELD', hash, '1'}, {'HSCAN', hash, '0'}, {'ZADD', set, '1', 'm'}, {'ZREM', set, 'm'}, {'ZCARD', set},
  {'ZCOUNT', set, '0', '1'}, {'ZSCORE', set, 'm'}, {'ZRANK', set, 'm'}, {'ZMSCORE', set, 'm'},
  {'ZRANGE', set, '0', '0'},
  {'ZRANGEBYSCORE', set, '0', '1'}, {'ZREMRANGEBYRANK', set, '0', '0'},
  {'RPUSH', text, 'v'}, {'LPOP', text}, {'LSET', text, '0', 'v'}, {'LINDEX', text, '0'}, {'LLEN', text},
}
-- If no command may read a key, report the key itself instead of the commands.
local unreachable = {}
for i = 2, 1 + keys do
  local reached = false
  for _, name in ipairs({'EXISTS', 'UNLINK', 'GET', 'HGET', 'ZCARD'}) do
    reached = reached or redis.acl_check_cmd(unpack(name == 'HGET' and {name, ARGV[i], 'f'} or {name, ARGV[i]}))
  end
  if not reached then
    unreachable[ARGV[i]] = true
    missing[#missing + 1] = 'key ' .. ARGV[i]
  end
end
for i = 1, #commands do
  local key = commands[i][2]
  if not (key and unreachable[key]) and not redis.acl_check_cmd(unpack(commands[i])) then
    missing[#missing + 1] = commands[i][1]
  end
end
for i = 2 + keys, #ARGV do
  if not redis.acl_check_cmd('PUBLISH', ARGV[i], '') then
    missing[#missing + 1] = 'channel ' .. ARGV[i]
  end
end
return missing
