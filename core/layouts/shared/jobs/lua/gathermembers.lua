#!lua
-- Appends the next tasks in a sorted set to an operation's list, ordered by score and bytes. Stores only each task's
-- score and the first 96 bits of its SHA-1, so that the list stays small even if the tasks are large. Does not include
-- tasks that enter the set later. Does not change the tasks.
-- KEYS 1: the set; 2: the list; 3: memo
-- ARGV 1: nonce; 2: the state; 3: number of tasks, at most 250; 4: lowest score or -inf; 5: highest score or +inf; 6
--      and 7: score and bytes of the last task taken, '' at the start; 8: how long the list is kept, in ms
-- Reply: `taken 1|0 firstScore lastScore lastBytes`, with 1 at the end of the set; scores are - if nothing was taken
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local lowest, lastScore, lastId = ARGV[4], ARGV[6], ARGV[7]
--- @include "place"
--- @include "chunk"
--- @include "busyfor"
if type(try('ZCARD', KEYS[1])) == 'table' then
  return damaged(string.match(KEYS[1], '[^:]*$'))
elseif type(try('LLEN', KEYS[2])) == 'table' then
  return damaged('list')
end
local first, stop = firstRank(), call('ZCOUNT', KEYS[1], '-inf', ARGV[5])
local last, found, firstScore = math.min(first + tonumber(ARGV[3]), stop), {}, '-'
-- Take at least one task, or the client would repeat the call forever. It may be large, so start with only one.
while first < last and (#found == 0 or busyFor() < 500) do
  local some = call('ZRANGE', KEYS[1], first, math.min(first + (#found == 0 and 1 or 25), last) - 1, 'WITHSCORES')
  for i = 1, #some, 2 do
    lastId, lastScore = some[i], some[i + 1]
    firstScore = firstScore == '-' and lastScore or firstScore
    found[#found + 1] = string.sub(redis.sha1hex(lastId), 1, 24)
    found[#found + 1] = '=' .. lastScore
  end
  first = first + #some / 2
end
if #found > 0 then
  pushChunks(KEYS[2], ARGV[2], found, ARGV[8])
end
local outcome = (#found / 2) .. ' ' .. (first >= stop and '1' or '0') .. ' ' .. firstScore .. ' '
  .. (lastScore ~= '' and lastScore or '-') .. ' ' .. lastId
remember(outcome)
return outcome
