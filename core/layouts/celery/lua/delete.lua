#!lua flags=allow-oom
-- The same as act, for deleting alone: that frees memory, so a full server takes it.
-- KEYS 1 the queue's first list 2 the base of ours 3 memo
-- ARGV as include/celeryact
-- Reply: a code per message, see include/celerytasks
-- Errors: LACKS command key
--- @include "begin"
--- @include "celeryact"
