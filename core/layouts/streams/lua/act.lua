#!lua
-- Applies an operator's action to at most 100 tasks of a stream and one of its groups.
-- KEYS and ARGV as include/streamact
-- Reply: a code per task, see include/streamact
-- Errors: REFUSED removed, DAMAGED = key, LACKS command key, OLD call
--- @include "begin"
--- @include "streamact"
