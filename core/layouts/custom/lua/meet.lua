#!lua flags=allow-oom
-- Creates the overlay for the key of a custom design if that key exists.
-- KEYS 1: meta; 2: leases, then the keys of that design
-- ARGV 1: 1 = create it even if none of the keys exist
-- Reply: 1 = the overlay exists; 0 = neither the overlay nor a key of the design exists
--- @include "begin"
local metaKey = KEYS[1]
--- @include "version"
--- @include "makeoverlay"
if version then
  return 1
end
local there = ARGV[1] == '1'
for i = 3, #KEYS do
  there = there or call('EXISTS', KEYS[i]) == 1
end
if there then
  makeOverlay(metaKey, KEYS[2])
end
return there and 1 or 0
