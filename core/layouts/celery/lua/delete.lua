#!lua flags=allow-oom
-- Like `act`, but also runs when the server is out of memory, because deleting frees memory.
-- KEYS 1: the queue's first list; 2: prefix of Dueline's keys; 3: memo
-- ARGV: see include/celeryact
-- Reply: one code per message; see include/celerytasks
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "celeryact"
