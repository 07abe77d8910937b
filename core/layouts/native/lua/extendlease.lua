#!lua flags=allow-oom
-- Changes a lease's expiry to a later or earlier time than its worker requested.
-- KEYS and ARGV: see include/held.lua; in addition ARGV 4: new expiry in ms from now
-- Reply: 1 = done; 0 = no such task; m = moved or changed
--- @include "held"
call('ZADD', KEYS[1], string.format('%d', now + tonumber(ARGV[4])), id)
remember('1')
return '1'
