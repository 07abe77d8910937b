#!lua
-- Appends tasks that a client has found to an operation's list. Does not change the tasks.
-- KEYS 1: the list; 2: memo
-- ARGV 1: nonce; 2: the state in which the tasks were seen; 3: how long the list is kept, in ms; then for each task:
--      id, and the detail that must not have changed
-- Reply: the number of tasks, as text
--- @include "begin"
local memoKey, nonce = KEYS[2], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
--- @include "chunk"
if type(try('LLEN', KEYS[1])) == 'table' then
  return damaged('list')
end
local found = {unpack(ARGV, 4)}
pushChunks(KEYS[1], ARGV[2], found, ARGV[3])
local outcome = tostring(#found / 2)
remember(outcome)
return outcome
