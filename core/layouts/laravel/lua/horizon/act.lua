#!lua
-- Applies an operator's action to at most 50 failed jobs. Skips jobs whose location or content has
-- changed since the client read them.
-- KEYS 1: the `failed_jobs` key of Horizon; 2: prefix of Dueline's keys; 3: memo
-- ARGV: see include/horizonact
-- Reply: one code per job; see include/horizontasks
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "horizonact"
