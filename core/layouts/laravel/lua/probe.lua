#!lua flags=allow-oom,no-writes
-- Checks whether this user may run all operator actions on a queue. Writes nothing.
-- KEYS 1: the queue's list; 2: prefix of Dueline's keys
-- Reply: 1
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "laravelframe"
return 1
