#!lua flags=allow-oom
-- Deletes like act. Deleting frees memory, so a full server allows it.
-- KEYS 1 the key `queues` 2 the base of Dueline's keys 3 memo
-- ARGV as include/sidekiqact
-- Reply: a code per job, see include/sidekiqtasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "sidekiqact"
