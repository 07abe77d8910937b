#!lua
-- Appends the next tasks in a list to an operation's list, starting at the end that producers push to. Positions don't
-- shift when workers claim tasks at the other end. If a producer pushes a task between two calls, another task is
-- listed twice. Its second entry has no effect, because the task is no longer where it was seen.
-- KEYS 1: the list; 2: the operation's list; 3: memo
-- ARGV 1: nonce; 2: the state; 3: number of tasks, at most 250; 4: number of tasks taken so far; 5: how long the list
--      is kept, in ms; 6: `head` or `tail`, the end to which producers push
-- Reply: the number of tasks, as text
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
--- @include "chunk"
if type(try('LLEN', KEYS[1])) == 'table' then
  return damaged(string.match(KEYS[1], 'queue:.*$') or '')
elseif type(try('LLEN', KEYS[2])) == 'table' then
  return damaged('list')
end
local first, last, isTail = ARGV[4], ARGV[4] + ARGV[3] - 1, ARGV[6] == 'tail'
if isTail then
  first, last = -last - 1, -first - 1
end
local members, found = call('LRANGE', KEYS[1], first, last), {}
for i = 1, #members do
  local member = members[isTail and #members + 1 - i or i]
  found[#found + 1] = string.sub(redis.sha1hex(member), 1, 24)
  found[#found + 1] = '-'
end
if #found > 0 then
  pushChunks(KEYS[2], ARGV[2], found, ARGV[5])
end
local outcome = tostring(#found / 2)
remember(outcome)
return outcome
