-- Returns whether a list is too long: finding a place in its middle needs a walk along it. Uses base, waiting.
local function isTooLong(places)
  return places * call('LLEN', base .. waiting) > 300000
end
