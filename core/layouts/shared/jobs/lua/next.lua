#!lua flags=allow-oom,no-writes
-- Returns the tasks that the next step of an operation acts on, so that a client can find their
-- positions in the list.
-- KEYS 1: the operation's list
-- ARGV 1: the maximum number of tasks
-- Reply: the state in which the tasks were seen, then their ids; empty at the end
--- @include "begin"
local packed = try('LINDEX', KEYS[1], 0)
if type(packed) == 'table' then
  return damaged('list')
elseif not packed then
  return {}
end
local chunk, answer = cmsgpack.unpack(packed), nil
answer = {chunk[1]}
for i = 2, math.min(#chunk, 2 * tonumber(ARGV[1]) + 1), 2 do
  answer[#answer + 1] = chunk[i]
end
return answer
