#!lua flags=allow-oom
-- Makes the twin of another design's key where there is something to be its twin.
-- KEYS 1 meta, then the keys of that design
-- ARGV 1 1 = make it even though none of them is there
-- Reply: 1 there is a twin, 0 there is neither
--- @include "begin"
local metaKey = KEYS[1]
--- @include "version"
if version then
  return 1
end
local there = ARGV[1] == '1'
for i = 2, #KEYS do
  there = there or call('EXISTS', KEYS[i]) == 1
end
if there then
  call('HSET', metaKey, 'version', '1', 'rolled', string.format('%d', math.floor(now / 3600000) - 1))
end
return there and 1 or 0
