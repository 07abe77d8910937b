-- Returns whether the list is too long to insert `places` jobs into its middle: Redis walks the list for each
-- insertion. Uses base, waiting.
local function isTooLong(places)
  return places * call('LLEN', base .. waiting) > 300000
end
