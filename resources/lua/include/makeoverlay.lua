-- Creates the overlay for a custom design's key: a queue of the native layout. A guard keeps `leases` a hash table,
-- because lookups in a listpack take linear time.
local function makeOverlay(metaKey, leasesKey)
  call('HSET', metaKey, 'version', '1', 'rolled', string.format('%d', math.floor(now / 3600000) - 1))
  try('HSETNX', leasesKey, '', string.rep('-', 65))
end
