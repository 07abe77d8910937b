#!lua
-- Applies an operator's action to at most 100 tasks in a described queue.
-- KEYS and ARGV: see include/describedact
-- Reply: one code per task; see include/describedact
-- Errors: `DAMAGED = KEY`, `LACKS COMMAND KEY`, `OLD CALL`
--- @include "begin"
--- @include "describedact"
