#!lua
-- An operator's action on at most 50 failed jobs, each only while it stands where it was seen with what was read.
-- KEYS 1 the key `failed_jobs` of Horizon 2 the base of ours 3 memo
-- ARGV as include/horizonact
-- Reply: a code per job, see include/horizontasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "horizonact"
