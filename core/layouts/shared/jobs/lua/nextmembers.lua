#!lua flags=allow-oom,no-writes
-- Tells the tasks that the next step of an operation acts on, so that a client can look where they stand and what is in them.
-- KEYS 1 the operation's list
-- ARGV 1 at most so many
-- Reply: the state they were seen in, then for each what it is called on the list, and what must still hold of it; empty at the end
--- @include "begin"
local packed = try('LINDEX', KEYS[1], 0)
if type(packed) == 'table' then
  return damaged('list')
elseif not packed then
  return {}
end
local chunk = cmsgpack.unpack(packed)
return {unpack(chunk, 1, math.min(#chunk, 2 * tonumber(ARGV[1]) + 1))}
