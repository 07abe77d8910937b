-- Counts events in the statistics for the current minute. No state change depends on them, so a damaged key is skipped.
-- Uses statisticsPrefix. The key depends on the clock, so it is not in KEYS, but it has the same hash tag as the keys
-- that are.
local minuteKey = statisticsPrefix .. string.format('%d', math.floor(now / 60000))
local function count(field, amount)
  if try('HINCRBY', minuteKey, field, amount) == amount then
    try('EXPIRE', minuteKey, 172800)
  end
end

-- Returns the histogram bucket of a duration: 0 for 0 ms, k for 2^(k-1) to 2^k - 1 ms, at most 41.
local function classOf(milliseconds)
  if milliseconds < 1 then
    return 0
  end
  local _, class = math.frexp(milliseconds)
  return class > 41 and 41 or class
end
