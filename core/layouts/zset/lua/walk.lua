#!lua flags=no-writes,allow-oom
-- Returns the members of the design's sorted set after a given position, ordered by score and
-- member. The position is a member rather than a rank, because ranks may shift between two calls.
-- KEYS 1: home, the design's sorted set
-- ARGV 1: limit, at most 250; 2: lowest score; 3: highest score; 4: score of the position, or '' to
--      start at the lowest score; 5: member at the position
-- Reply: {1 if there are no more members, {member, score, …}}
--- @include "begin"
--- @include "order"
local home, limit, lowest, highest, score, member = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local size = try('ZCARD', home)
if type(size) == 'table' then
  return damaged('home')
end
local from
if score == '' then
  from = call('ZCOUNT', home, '-inf', '(' .. lowest)
elseif tonumber(call('ZSCORE', home, member) or 'x') == tonumber(score) then
  from = call('ZRANK', home, member) + 1
else -- the member at the position no longer exists, so find the first later member with the same
     -- score
  from = call('ZCOUNT', home, '-inf', '(' .. score)
  local last = from + call('ZCOUNT', home, score, score)
  while from < last do
    local middle = math.floor((from + last) / 2)
    if before(call('ZRANGE', home, middle, middle)[1], member) then
      from = middle + 1
    else
      last = middle
    end
  end
end
local found = call('ZRANGE', home, from, from + limit - 1, 'WITHSCORES')
local kept, most = {}, tonumber(highest)
for i = 1, #found, 2 do
  if tonumber(found[i + 1]) > most then
    return {1, kept}
  end
  kept[i], kept[i + 1] = found[i], found[i + 1]
end
return {#found < 2 * limit and 1 or 0, kept}
