#!lua flags=allow-oom,no-writes
-- Returns the commands that workers send outside scripts but that the ACL user may not run. Writes nothing.
-- KEYS 1: the list of workers, or none, as in probe.lua
-- ARGV 1: the list of workers; 2: a worker's own key
-- Reply: missing rights, `COMMAND on NAME`; empty if everything is allowed
local list, own = ARGV[1], ARGV[2]
local commands = {
  {'ZADD', list, '1', 'm'}, {'ZREM', list, 'm'}, {'ZREMRANGEBYSCORE', list, '-inf', '0'}, {'HSET', own, 'f', 'v'},
  {'PEXPIRE', own, '1'}, {'UNLINK', own},
}
local missing = {}
for _, command in ipairs(commands) do
  if not redis.acl_check_cmd(unpack(command)) then
    missing[#missing + 1] = command[1] .. ' on ' .. command[2]
  end
end
return missing
