#!lua flags=allow-oom,no-writes
-- Returns the tasks that the next step of an operation acts on, so that a client can locate and
-- read them.
-- KEYS 1: the operation's list
-- ARGV 1: the maximum number of tasks
-- Reply: the state in which the tasks were seen, then for each task: its name in the list, and the detail that must
-- not have changed; empty at the end
--- @include "begin"
local packed = try('LINDEX', KEYS[1], 0)
if type(packed) == 'table' then
  return damaged('list')
elseif not packed then
  return {}
end
local chunk = cmsgpack.unpack(packed)
return {unpack(chunk, 1, math.min(#chunk, 2 * tonumber(ARGV[1]) + 1))}
