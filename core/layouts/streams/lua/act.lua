#!lua
-- Applies an operator's action to at most 100 tasks in one consumer group of a stream.
-- KEYS and ARGV: see include/streamact
-- Reply: one code per task; see include/streamact
-- Errors: `REFUSED removed`, `DAMAGED = KEY`, `LACKS COMMAND KEY`, `OLD CALL`
--- @include "begin"
--- @include "streamact"
