#!lua flags=allow-oom
-- Removes expired unique keys found in a random sample. Also removes unreadable entries, which have no effect.
-- KEYS 1: unique; 2: meta
-- ARGV 1: size of the sample
-- Reply: the number of keys removed
--- @include "begin"
local metaKey = KEYS[2]
--- @include "version"
local sample = try('HRANDFIELD', KEYS[1], ARGV[1], 'WITHVALUES')
if sample.err then
  return damaged('unique')
end
local old = {}
for i = 1, #sample, 2 do
  local last = string.match(sample[i + 1], '^(%d+) ')
  if not last or tonumber(last) <= now then
    old[#old + 1] = sample[i]
  end
end
if #old > 0 then
  call('HDEL', KEYS[1], unpack(old))
end
return #old
