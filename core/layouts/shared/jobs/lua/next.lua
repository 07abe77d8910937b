#!lua flags=allow-oom,no-writes
-- Tells the tasks that the next step of an operation acts on, so that a client can look where in their list they stand.
-- KEYS 1 the operation's list
-- ARGV 1 at most so many
-- Reply: the state they were seen in, then ids; empty at the end
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
