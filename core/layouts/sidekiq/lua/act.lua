#!lua
-- An operator's action on at most 50 jobs, each only while its very bytes stand where they were seen.
-- KEYS 1 the key `queues` 2 the base of ours 3 memo
-- ARGV as include/sidekiqact
-- Reply: a code per job, see include/sidekiqtasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "sidekiqact"
