#!lua
-- Applies an operator's action to at most 50 jobs. Skips jobs unless their exact bytes are still
-- where the client saw them.
-- KEYS 1: the queue's list; 2: prefix of Dueline's keys; 3: memo
-- ARGV: see include/laravelact
-- Reply: one code per job; see include/laraveltasks
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "laravelact"
