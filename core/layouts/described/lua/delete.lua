#!lua flags=allow-oom
-- Like `act`, but also runs when the server is out of memory, because deleting frees memory.
-- KEYS and ARGV: see include/describedact
-- Reply: one code per task; see include/describedact
-- Errors: `DAMAGED = KEY`, `LACKS COMMAND KEY`, `OLD CALL`
--- @include "begin"
--- @include "describedact"
