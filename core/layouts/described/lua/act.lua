#!lua
-- Applies an operator's action to at most 100 tasks of a described queue.
-- KEYS and ARGV as include/describedact
-- Reply: a code per task, see include/describedact
-- Errors: DAMAGED = key, LACKS command key, OLD call
--- @include "begin"
--- @include "describedact"
