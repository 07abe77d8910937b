#!lua flags=allow-oom
-- Deletes like act. Deleting frees memory, so a full server allows it.
-- KEYS 1 the queue's list 2 the base of Dueline's keys 3 memo
-- ARGV as include/laravelact
-- Reply: a code per job, see include/laraveltasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "laravelact"
