#!lua flags=allow-oom
-- Deletes like act. Deleting frees memory, so a full server allows it.
-- KEYS 1 the queue's first list 2 the base of Dueline's keys 3 memo
-- ARGV as include/celeryact
-- Reply: a code per message, see include/celerytasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "celeryact"
