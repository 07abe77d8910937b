-- Takes jobs out of the list where an action pushed them: those that wait there still. Uses base, waiting, was, include/listplaces.
-- `ends`: `l` and `r`, the positions in `was` of what was pushed there. Notes the positions that were taken in `taken`.
local function takeFromEnds(ends, taken)
  for side, positions in pairs(ends) do
    local rest = positions
    for _, name in ipairs({waiting, waiting == 'wait' and 'paused' or 'wait'}) do
      local wanted, at, missing = {}, {}, {}
      for j, i in ipairs(rest) do
        wanted[j], at[j] = was[i][1], side == 'l' and j - 1 or -j
      end
      local places, indexes = placesIn(base .. name, wanted, at, true), {}
      for j, i in ipairs(rest) do
        if places[j] then
          taken[i] = true
          indexes[#indexes + 1] = places[j]
        else
          missing[#missing + 1] = i
        end
      end
      takeOut(base .. name, indexes)
      rest = missing
    end
  end
end
