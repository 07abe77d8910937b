#!lua flags=allow-oom,no-writes
-- Asks whether this user may do all that operators do to a queue. Writes nothing.
-- KEYS 1 the queue's list 2 the base of ours
-- Reply: 1
-- Errors: LACKS command key
--- @include "begin"
--- @include "overlay"
--- @include "laravelframe"
return 1
