-- Returns whether a list is too long: the search for a place in its middle walks along the list. Uses base, waiting.
local function isTooLong(places)
  return places * call('LLEN', base .. waiting) > 300000
end
