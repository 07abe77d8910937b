-- A place in the middle of a list is found by a walk along it. Uses base, waiting.
local function isTooLong(places)
  return places * call('LLEN', base .. waiting) > 300000
end
