-- Returns whether a list is too long to search: finding a place in its middle means walking along it. Uses base,
-- waiting.
local function isTooLong(places)
  return places * call('LLEN', base .. waiting) > 300000
end
