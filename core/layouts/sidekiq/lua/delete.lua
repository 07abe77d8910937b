#!lua flags=allow-oom
-- Does the same as `act`, but also runs when the server is out of memory, because a deletion frees memory.
-- KEYS 1 the key `queues` 2 the base of Dueline's keys 3 memo
-- ARGV as include/sidekiqact
-- Reply: a code per job, see include/sidekiqtasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "sidekiqact"
