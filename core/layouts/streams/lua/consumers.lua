#!lua flags=allow-oom
-- Deletes idle consumers of a group. A consumer with pending entries is never deleted, because Redis
-- would drop these entries from the group.
-- KEYS 1: the stream; 2: prefix of Dueline's keys
-- ARGV 1: group; 2: minimum idle time in ms, then the names of the consumers
-- Reply: number of deleted consumers
-- Errors: `REFUSED removed`, `DAMAGED = KEY`, `LACKS XGROUP KEY`
--- @include "begin"
--- @include "overlay"
--- @include "streamframe"
local group, floor = ARGV[1], tonumber(ARGV[2])
local wrong = readGroups(group)
if wrong then
  return wrong
end
local isIdle = {}
for _, each in ipairs(call('XINFO', 'CONSUMERS', key, group)) do
  local consumer = fieldsOf(each)
  isIdle[consumer.name] = consumer.pending == 0 and consumer.idle > floor
end
local deleted = 0
for i = 3, #ARGV do
  if isIdle[ARGV[i]] then
    if not redis.acl_check_cmd('XGROUP', 'DELCONSUMER', key, group, ARGV[i]) then
      return redis.error_reply('LACKS XGROUP ' .. key)
    end
    call('XGROUP', 'DELCONSUMER', key, group, ARGV[i])
    deleted = deleted + 1
  end
end
return deleted
