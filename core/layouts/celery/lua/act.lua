#!lua
-- Carries out an operator's action on at most 50 messages, each only if its exact bytes are still where they were seen.
-- KEYS 1 the queue's first list 2 the base of Dueline's keys 3 memo
-- ARGV as include/celeryact
-- Reply: a code per message, see include/celerytasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "celeryact"
