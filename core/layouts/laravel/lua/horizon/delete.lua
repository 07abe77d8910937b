#!lua flags=allow-oom
-- The same as act, for deleting alone: that frees memory, so a full server takes it.
-- KEYS 1 the key `failed_jobs` of Horizon 2 the base of ours 3 memo
-- ARGV as include/horizonact
-- Reply: a code per job, see include/horizontasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "horizonact"
