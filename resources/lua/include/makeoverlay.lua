-- Creates the overlay for another design's key: a queue of this layout. A guard keeps `leases` a hash table, because
-- lookups in a listpack are linear.
local function makeOverlay(metaKey, leasesKey)
  call('HSET', metaKey, 'version', '1', 'rolled', string.format('%d', math.floor(now / 3600000) - 1))
  try('HSETNX', leasesKey, '', string.rep('-', 65))
end
