#!lua flags=no-writes
-- The tasks that an operator took out of the trash, or undid, and that have to be brought home.
-- KEYS 1 retry
-- ARGV 1 the due time by which they are known
-- Reply: at most 100 ids
--- @include "begin"
local ids = try('ZRANGEBYSCORE', KEYS[1], ARGV[1], ARGV[1], 'LIMIT', 0, 100)
if ids.err then
  return damaged('retry')
end
return ids
