#!lua flags=allow-oom
-- Like `act`, but also runs when the server is out of memory, because deleting frees memory.
-- KEYS 1: the `queues` key; 2: prefix of Dueline's keys; 3: memo
-- ARGV: see include/sidekiqact
-- Reply: one code per job; see include/sidekiqtasks
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "sidekiqact"
