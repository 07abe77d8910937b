-- Removes jobs from the ends of the list that an action pushed them to, if they are still waiting there. Uses the
-- variables `base`, `waiting` and `was`, and include/listplaces. `ends`: positions in `was` of the jobs pushed to each
-- end, by `l` and `r`. Records the removed positions in `taken`.
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
