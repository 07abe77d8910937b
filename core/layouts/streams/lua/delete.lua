#!lua flags=allow-oom
-- Like `act`, but also runs when the server is out of memory, because deleting frees memory.
-- KEYS and ARGV: see include/streamact
-- Reply: one code per task; see include/streamact
-- Errors: `REFUSED removed`, `DAMAGED = KEY`, `LACKS COMMAND KEY`, `OLD CALL`
--- @include "begin"
--- @include "streamact"
