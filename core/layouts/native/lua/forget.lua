#!lua flags=allow-oom
-- Deletes the records of where operator actions found tasks, once the actions can no longer be undone. Keeps the
-- records of trashed tasks, because restore needs them, and records that a later action has replaced.
-- KEYS 1: before; 2: trash; 3: meta
-- ARGV 1: time in ms up to which all operations have been forgotten, to store in meta; '' while the scan continues;
--      then for each task: id, its entry as read
-- Reply: the number of entries deleted
--- @include "begin"
local metaKey = KEYS[3]
--- @include "version"
local ids = {}
for i = 2, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
end
local old = {}
if #ids > 0 then
  local entries = try('HMGET', KEYS[1], unpack(ids))
  if entries.err then
    return damaged('before')
  end
  local kept = try('ZMSCORE', KEYS[2], unpack(ids))
  if kept.err then
    return damaged('trash')
  end
  for k = 1, #ids do
    if not kept[k] and entries[k] == ARGV[2 * k + 1] then
      old[#old + 1] = ids[k]
    end
  end
end
if #old > 0 then
  call('HDEL', KEYS[1], unpack(old))
end
if version and ARGV[1] ~= '' then
  call('HSET', KEYS[3], 'undo_swept', ARGV[1])
end
return #old
