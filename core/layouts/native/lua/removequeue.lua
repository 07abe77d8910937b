#!lua flags=allow-oom
-- Removes a queue with all its tasks. Unlinks the keys, including keys of the wrong type, so that a million tasks don't
-- block the server. The client then unlinks the keys of individual items: payloads, records, statistics, memos.
-- KEYS 1: meta; 2: leased, then every other key of the queue
-- ARGV 1: 1 to remove the queue even if tasks are leased
-- Reply: 1 = removed; 0 = no such queue; 2 = refused
--- @include "begin"
local metaKey = KEYS[1]
if ARGV[1] ~= '1' then
  local leased = try('ZCARD', KEYS[2])
  if type(leased) == 'table' then
    return damaged('leased')
  end
  if leased > 0 then
    return 2
  end
end
local version = try('HGET', metaKey, 'version')
if type(version) == 'string' and version ~= '1' then
  return newer(version)
end
return call('UNLINK', unpack(KEYS)) > 0 and 1 or 0
