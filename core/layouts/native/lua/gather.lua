#!lua
-- Appends the next tasks in a set to an operation's list, ordered by score and id. This way, the ids of an entire state
-- need not pass through the client. Does not include tasks that enter the set later. Does not change the tasks.
-- KEYS 1: the set; 2: the list; 3: meta; 4: memo
-- ARGV 1: nonce; 2: the set's role; 3: number of tasks, at most 1000; 4: lowest score or -inf; 5: highest score or
--      +inf; 6 and 7: score and id of the last task taken, '' at the start; 8: how long the list is kept, in ms
-- Reply: `taken 1|0 firstScore lastScore lastId`, with 1 at the end of the set; scores are - if nothing was taken
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[4], ARGV[1], KEYS[3]
--- @include "memo"
if answer then
  return answer
end
--- @include "version"
local lowest, lastScore, lastId = ARGV[4], ARGV[6], ARGV[7]
--- @include "place"
--- @include "chunk"
if type(try('ZCARD', KEYS[1])) == 'table' then
  return damaged(ARGV[2])
elseif type(try('LLEN', KEYS[2])) == 'table' then
  return damaged(string.match(KEYS[2], '}:(.*)$'))
end
local first, stop = firstRank(), call('ZCOUNT', KEYS[1], '-inf', ARGV[5])
local last = math.min(first + tonumber(ARGV[3]), stop)
local found = {}
if first < last then
  found = call('ZRANGE', KEYS[1], first, last - 1, 'WITHSCORES')
  pushChunks(KEYS[2], ARGV[2], found, ARGV[8])
  lastId, lastScore = found[#found - 1], found[#found]
end
local outcome = (#found / 2) .. ' ' .. (last >= stop and '1' or '0') .. ' ' .. (found[2] or '-') .. ' '
  .. (lastScore ~= '' and lastScore or '-') .. ' ' .. lastId
remember(outcome)
return outcome
