#!lua
-- Applies an operator's action to at most 50 messages. Skips messages unless their exact bytes are
-- still where the client saw them.
-- KEYS 1: the queue's first list; 2: prefix of Dueline's keys; 3: memo
-- ARGV: see include/celeryact
-- Reply: one code per message; see include/celerytasks
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "celeryact"
