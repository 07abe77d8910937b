#!lua flags=allow-oom
-- Moves tasks that were restored from the trash or by an undo back into their list, between their
-- former neighbors. These tasks are marked by a due time that no other task has. Tasks stored by
-- older versions are added at the end that workers claim from.
-- KEYS 1: list; 2: retry; 3: tasks; 4: tries; 5: meta
-- ARGV 1: the due time
-- Reply: the number of tasks moved
--- @include "begin"
local metaKey = KEYS[5]
--- @include "version"
--- @include "items"
local refusal = unusable({home = {'LLEN', KEYS[1]}, tasks = {'HLEN', KEYS[3]}, tries = {'HLEN', KEYS[4]}})
if refusal then
  return refusal
end
local ids = try('ZRANGEBYSCORE', KEYS[2], ARGV[1], ARGV[1], 'LIMIT', 0, 100)
if ids.err then
  return damaged('retry')
end
local isTail = true
--- @include "membernames"
local function nearOf() end -- required by include/listorder; returns nil, because items are not looked up in the trash
local keepNear = nearOf
--- @include "listorder"
local items = {}
for _, id in ipairs(ids) do
  local stored = call('HGET', KEYS[3], id)
  local line = stored and string.find(stored, '\n', 1, true)
  if line then
    local depth, ahead, behind, left = string.match(stored, '^{"near":"(%d+):(%x*):(%x*):(%d+)"}\n')
    items[#items + 1] = {value = string.sub(stored, line + 1),
      near = depth and {ahead, behind, tonumber(depth), tonumber(left)}}
    call('ZREM', KEYS[2], id)
    call('HDEL', KEYS[3], id)
    call('HDEL', KEYS[4], id)
  end
end
putInOrder(KEYS[1], items)
return #items
