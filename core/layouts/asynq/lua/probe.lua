#!lua flags=allow-oom,no-writes
-- Asks whether this user may do all that operators do to this queue, and whether the queue takes it. Writes nothing.
-- KEYS 1 the base of the queue's keys 2 the base of ours
-- ARGV 1 and 2 unused 3 as include/asynqframe
-- Reply: 1
-- Errors: REFUSED why, LACKS command key
--- @include "begin"
--- @include "overlay"
--- @include "asynqframe"
return 1
