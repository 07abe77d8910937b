#!lua flags=allow-oom,no-writes
-- Checks whether this user may run all operator actions on this queue, and whether the queue accepts them. Writes nothing.
-- KEYS 1 the base of the queue's keys 2 the base of Dueline's keys
-- ARGV 1 and 2 unused 3 major version of the workers as specified by the user, or ''
-- Reply: 1
-- Errors: REFUSED why, LACKS command key
--- @include "begin"
--- @include "overlay"
--- @include "bullmqframe"
return 1
