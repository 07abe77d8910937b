#!lua
-- Carries out an operator's action on at most 50 failed jobs, each only if its place and its content are still those seen.
-- KEYS 1 the key `failed_jobs` of Horizon 2 the base of Dueline's keys 3 memo
-- ARGV as include/horizonact
-- Reply: a code per job, see include/horizontasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "horizonact"
