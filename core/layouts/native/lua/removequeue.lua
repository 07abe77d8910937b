#!lua flags=allow-oom
-- Removes a queue with all its tasks; unlinked, so that a million of them do not block the server. Keys of other types go, too.
-- What is left has a name of its own per item: payloads, records, statistics, memos; the client unlinks those.
-- KEYS 1 meta 2 leased, then every other key of the queue
-- ARGV 1 1 = although leases are live
-- Reply: 1 removed, 0 no such queue, 2 refused
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
