-- Returns whether a list is too long for inserting that many jobs into its middle, which requires walking through the
-- list. Uses base, waiting.
local function isTooLong(places)
  return places * call('LLEN', base .. waiting) > 300000
end
