#!lua flags=allow-oom
-- Makes the twin of another design's key where there is something to be its twin.
-- KEYS 1 meta 2 leases, then the keys of that design
-- ARGV 1 1 = make it even though none of them is there
-- Reply: 1 there is a twin, 0 there is neither
--- @include "begin"
local metaKey = KEYS[1]
--- @include "version"
--- @include "maketwin"
if version then
  return 1
end
local there = ARGV[1] == '1'
for i = 3, #KEYS do
  there = there or call('EXISTS', KEYS[i]) == 1
end
if there then
  makeTwin(metaKey, KEYS[2])
end
return there and 1 or 0
