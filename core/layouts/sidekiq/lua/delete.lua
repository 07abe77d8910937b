#!lua flags=allow-oom
-- The same as act, for deleting alone: that frees memory, so a full server takes it.
-- KEYS 1 the key `queues` 2 the base of ours 3 memo
-- ARGV as include/sidekiqact
-- Reply: a code per job, see include/sidekiqtasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "sidekiqact"
