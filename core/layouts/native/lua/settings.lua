#!lua flags=allow-oom
-- Replaces a queue's settings, keeping unknown fields. Safe to repeat.
-- KEYS 1: meta
-- ARGV: field, value, …
-- Reply: 1, or 0 if there is no such queue
--- @include "begin"
local metaKey = KEYS[1]
--- @include "version"
if not version then
  return 0
end
call('HSET', metaKey, unpack(ARGV))
return 1
