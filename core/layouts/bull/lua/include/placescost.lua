-- Returns whether the list is too long for inserting `places` jobs into its middle, which requires
-- walking through the list. Uses base, waiting.
local function isTooLong(places)
  return places * call('LLEN', base .. waiting) > 300000
end
