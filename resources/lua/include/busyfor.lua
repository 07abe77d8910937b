-- For how long this script has kept Redis busy so far, microseconds; on a clock that is set meanwhile it may be anything.
local function busyFor()
  local ended = call('TIME')
  return math.max(0, (ended[1] - time[1]) * 1000000 + ended[2] - time[2])
end
