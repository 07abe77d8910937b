#!lua
-- Puts the next tasks of one sorted set of a framework on the list of an operation, in the order of score and member, so that no id
-- of a whole state passes through the client, and what comes into the set later is not meant. Nothing of the tasks changes.
-- KEYS 1 the set 2 the list 3 memo
-- ARGV 1 nonce 2 the state 3 how many, at most 1000 4 lowest score or -inf 5 highest score or +inf
--      6 score and 7 member of the last one taken, '' at the start 8 how long the list is kept, ms
-- Reply: `taken 1|0 firstScore lastScore lastMember`, 1 at the end of the set; scores are - where nothing was taken
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local lowest, lastScore, lastId = ARGV[4], ARGV[6], ARGV[7]
--- @include "place"
--- @include "chunk"
if type(try('ZCARD', KEYS[1])) == 'table' then
  return damaged(string.match(KEYS[1], '[^:]*$'))
elseif type(try('LLEN', KEYS[2])) == 'table' then
  return damaged('list')
end
local first, stop = firstRank(), call('ZCOUNT', KEYS[1], '-inf', ARGV[5])
local last = math.min(first + tonumber(ARGV[3]), stop)
local found, firstScore = {}, '-'
if first < last then
  found = call('ZRANGE', KEYS[1], first, last - 1, 'WITHSCORES')
  firstScore, lastId, lastScore = found[2], found[#found - 1], found[#found]
  for i = 2, #found, 2 do
    found[i] = '=' .. found[i]
  end
  pushChunks(KEYS[2], ARGV[2], found, ARGV[8])
end
local outcome = (#found / 2) .. ' ' .. (last >= stop and '1' or '0') .. ' ' .. firstScore .. ' '
  .. (lastScore ~= '' and lastScore or '-') .. ' ' .. lastId
remember(outcome)
return outcome
