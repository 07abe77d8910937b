-- Finds the position where a scan of a set continues. Uses KEYS 1: the set; lowest; and lastScore and lastId: the score
-- and id of the last member read, '' at the start. A score in `lowest` that starts with ( excludes members with exactly
-- that score.
--- @include "order"

-- Returns the rank of the first member to read. If the last member read no longer exists, finds the
-- first later member with the same score.
local function firstRank()
  if lastScore == '' then
    return lowest == '-inf' and 0 or call('ZCOUNT', KEYS[1], '-inf', string.match(lowest, '^%((.*)') or '(' .. lowest)
  end
  local score = call('ZSCORE', KEYS[1], lastId)
  if score and tonumber(score) == tonumber(lastScore) then
    return call('ZRANK', KEYS[1], lastId) + 1
  end
  local low, high = call('ZCOUNT', KEYS[1], '-inf', '(' .. lastScore), call('ZCOUNT', KEYS[1], '-inf', lastScore)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if before(lastId, call('ZRANGE', KEYS[1], middle, middle)[1]) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end
