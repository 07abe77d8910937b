#!lua flags=allow-oom
-- Like `act`, but also runs when the server is out of memory, because deleting frees memory.
-- KEYS 1: the `failed_jobs` key of Horizon; 2: prefix of Dueline's keys; 3: memo
-- ARGV: see include/horizonact
-- Reply: one code per job; see include/horizontasks
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "horizonact"
