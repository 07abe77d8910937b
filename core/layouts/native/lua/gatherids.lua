#!lua
-- Appends tasks that a client has found to an operation's list. Does not change the tasks.
-- KEYS 1: the list; 2: meta; 3: memo
-- ARGV 1: nonce; 2: the set they were seen in; 3: how long the list is kept, in ms; then for each task: id and score
--      (leased: token)
-- Reply: the number of tasks, as text
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[3], ARGV[1], KEYS[2]
--- @include "memo"
if answer then
  return answer
end
--- @include "version"
--- @include "chunk"
if type(try('LLEN', KEYS[1])) == 'table' then
  return damaged(string.match(KEYS[1], '}:(.*)$'))
end
local found = {}
for i = 4, #ARGV do
  found[i - 3] = ARGV[i]
end
pushChunks(KEYS[1], ARGV[2], found, ARGV[3])
local outcome = tostring(#found / 2)
remember(outcome)
return outcome
