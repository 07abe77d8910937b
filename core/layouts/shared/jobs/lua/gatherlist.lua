#!lua
-- Appends the next tasks in a framework's list to an operation's list, starting at the end that producers push to (by
-- default, the head). Positions don't shift when workers claim tasks at the other end. If a producer pushes a task
-- between two calls, another task is listed twice. Its second entry has no effect, because the task is no longer where
-- it was seen.
-- KEYS 1: the framework's list; 2: the operation's list; 3: memo
-- ARGV 1: nonce; 2: the state; 3: number of tasks, at most 1000; 4: number of tasks taken so far; 5: how long the list
--      is kept, in ms; 6: `tail` if producers push to the tail
-- Reply: the number of tasks, as text
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
--- @include "chunk"
if type(try('LLEN', KEYS[1])) == 'table' then
  return damaged(string.match(KEYS[1], '[^:]*$'))
elseif type(try('LLEN', KEYS[2])) == 'table' then
  return damaged('list')
end
local isFromTail = ARGV[6] == 'tail'
local ids = isFromTail and call('LRANGE', KEYS[1], -ARGV[4] - ARGV[3], -ARGV[4] - 1)
  or call('LRANGE', KEYS[1], ARGV[4], ARGV[4] + ARGV[3] - 1)
local found = {}
for i = 1, #ids do
  found[2 * i - 1], found[2 * i] = ids[isFromTail and #ids + 1 - i or i], '-'
end
if #ids > 0 then
  pushChunks(KEYS[2], ARGV[2], found, ARGV[5])
end
local outcome = tostring(#ids)
remember(outcome)
return outcome
