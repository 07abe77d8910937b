-- Finds the current positions of values that include/listorder has put back. Uses include/listplaces and the variables
-- of include/listorder. Returns the indexes in LINDEX order, by position. May miss values deeper than `reach`.
-- `depths`: the depth at which each value was inserted, or nil; of several equal values, the nearest is returned.
local function placesOfPutBack(key, values, depths)
  local length, at, places, looks = call('LLEN', key), {}, {}, 10
  local depth = math.min(length, reach)
  local there = depth == 0 and {} or isTail and call('LRANGE', key, -depth, -1) or call('LRANGE', key, 0, depth - 1)
  for i = 1, #there do
    local value = there[isTail and #there + 1 - i or i]
    at[value] = at[value] or {}
    table.insert(at[value], isTail and -i or i - 1)
  end
  for i, value in ipairs(values) do
    local nearest = 1
    for j, index in ipairs(depths and depths[i] and at[value] or {}) do
      local off = math.abs((isTail and -index - 1 or index) - depths[i])
      if j > 1 and off < math.abs((isTail and -at[value][nearest] - 1 or at[value][nearest]) - depths[i]) then
        nearest = j
      end
    end
    places[i] = at[value] and table.remove(at[value], nearest)
    if not places[i] and length > depth and looks > 0 then
      looks = looks - 1
      places[i] = placesIn(key, {value}, {isTail and -1 or 0}, true)[1]
    end
  end
  return places
end
