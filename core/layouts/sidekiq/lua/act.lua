#!lua
-- Carries out an operator's action on at most 50 jobs, each only if its exact bytes are still where they were seen.
-- KEYS 1 the key `queues` 2 the base of Dueline's keys 3 memo
-- ARGV as include/sidekiqact
-- Reply: a code per job, see include/sidekiqtasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "sidekiqact"
