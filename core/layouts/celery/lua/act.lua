#!lua
-- An operator's action on at most 50 messages, each only while its very bytes stand where they were seen.
-- KEYS 1 the queue's first list 2 the base of ours 3 memo
-- ARGV as include/celeryact
-- Reply: a code per message, see include/celerytasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "celeryact"
