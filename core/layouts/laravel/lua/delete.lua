#!lua flags=allow-oom
-- The same as act, for deleting alone: that frees memory, so a full server takes it.
-- KEYS 1 the queue's list 2 the base of ours 3 memo
-- ARGV as include/laravelact
-- Reply: a code per job, see include/laraveltasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "laravelact"
