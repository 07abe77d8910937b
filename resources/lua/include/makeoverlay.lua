-- Creates the overlay for a custom design's key, which is a queue of the native layout. A guard ensures that `leases`
-- remains a hash table, because lookups in a listpack take linear time.
local function makeOverlay(metaKey, leasesKey)
  call('HSET', metaKey, 'version', '1', 'rolled', string.format('%d', math.floor(now / 3600000) - 1))
  try('HSETNX', leasesKey, '', string.rep('-', 65))
end
