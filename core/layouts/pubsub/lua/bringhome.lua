#!lua flags=allow-oom
-- Converts tasks back to keys after a restore or an undo. A key that another client has since set
-- keeps its current value.
-- KEYS 1: retry; 2: tasks; 3: tries; 4: ran; 5: meta, then the keys
-- ARGV 1: the due time that marks the tasks
-- Reply: the number of tasks moved
--- @include "begin"
local metaKey = KEYS[5]
--- @include "version"
--- @include "items"
local refusal = unusable({retry = {'ZCARD', KEYS[1]}, tasks = {'HLEN', KEYS[2]}, tries = {'HLEN', KEYS[3]}, ran = {'HLEN', KEYS[4]}})
if refusal then
  return refusal
end
local moved = 0
for i = 6, #KEYS do
  local id = KEYS[i]
  local stored = call('HGET', KEYS[2], id)
  local line = stored and string.find(stored, '\n', 1, true)
  if line and tonumber(call('ZSCORE', KEYS[1], id) or 0) == tonumber(ARGV[1]) then
    call('SET', id, string.sub(stored, line + 1), 'NX')
    call('ZREM', KEYS[1], id)
    call('HDEL', KEYS[2], id)
    call('HDEL', KEYS[3], id)
    call('HDEL', KEYS[4], id)
    moved = moved + 1
  end
end
return moved
