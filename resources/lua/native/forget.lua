#!lua flags=allow-oom
-- Forgets where tasks stood before an operator action, once that cannot be undone any more. What lies in the trash keeps it, for
-- restore. An entry that a later action replaced stays.
-- KEYS 1 before 2 trash 3 meta
-- ARGV then for each: id, the entry as it was seen
-- Reply: the number forgotten
--- @include "begin"
local metaKey = KEYS[3]
--- @include "version"
local ids = {}
for i = 1, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
end
local entries = try('HMGET', KEYS[1], unpack(ids))
if entries.err then
  return damaged('before')
end
local kept = try('ZMSCORE', KEYS[2], unpack(ids))
if kept.err then
  return damaged('trash')
end
local old = {}
for k = 1, #ids do
  if not kept[k] and entries[k] == ARGV[2 * k] then
    old[#old + 1] = ids[k]
  end
end
if #old > 0 then
  call('HDEL', KEYS[1], unpack(old))
end
return #old
