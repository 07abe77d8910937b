-- Creates the overlay of another design's key, a queue of this layout. A guard in leases keeps it a hash table: a listpack is
-- searched from its start.
local function makeOverlay(metaKey, leasesKey)
  call('HSET', metaKey, 'version', '1', 'rolled', string.format('%d', math.floor(now / 3600000) - 1))
  try('HSETNX', leasesKey, '', string.rep('-', 65))
end
