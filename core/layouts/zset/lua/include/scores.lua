-- Converts between times and the scores of another program's sorted set. Uses unit, the number of ms per unit of the
-- scores.
local function msOf(score)
  return math.max(-9e15, math.min(9e15, math.floor(tonumber(score) * unit + 0.5)))
end

-- Returns the time of a score, rounded up to a whole millisecond.
local function dueMs(score)
  local ms = msOf(score)
  return ms / unit < tonumber(score) and ms + 1 or ms
end

local function scoreOf(ms)
  return string.format('%.3f', ms / unit)
end
