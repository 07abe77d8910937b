#!lua flags=no-writes
-- Returns the tasks that must be converted back to keys after a restore or an undo.
-- KEYS 1: retry
-- ARGV 1: the due time that marks these tasks
-- Reply: at most 100 ids
--- @include "begin"
local ids = try('ZRANGEBYSCORE', KEYS[1], ARGV[1], ARGV[1], 'LIMIT', 0, 100)
if ids.err then
  return damaged('retry')
end
return ids
