-- Returns how long this script has kept Redis busy so far, in microseconds. Wrong if the clock has been changed since
-- the script started.
local function busyFor()
  local ended = call('TIME')
  return math.max(0, (ended[1] - time[1]) * 1000000 + ended[2] - time[2])
end
