#!lua
-- The same for a queue, from its head, where producers push: what workers take from the other end moves nothing, and what is pushed
-- meanwhile shows a job twice, of which the second time it is not there any more.
-- KEYS 1 the queue 2 the operation's list 3 memo
-- ARGV 1 nonce 2 the state 3 how many, at most 250 4 how many were taken before 5 how long the list is kept, ms
-- Reply: how many, as text
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
--- @include "chunk"
if type(try('LLEN', KEYS[1])) == 'table' then
  return damaged(string.match(KEYS[1], 'queue:.*$'))
elseif type(try('LLEN', KEYS[2])) == 'table' then
  return damaged('list')
end
local found = {}
for _, member in ipairs(call('LRANGE', KEYS[1], ARGV[4], ARGV[4] + ARGV[3] - 1)) do
  found[#found + 1] = string.sub(redis.sha1hex(member), 1, 24)
  found[#found + 1] = '-'
end
if #found > 0 then
  pushChunks(KEYS[2], ARGV[2], found, ARGV[5])
end
local outcome = tostring(#found / 2)
remember(outcome)
return outcome
