#!lua flags=allow-oom,no-writes
-- Checks whether this user may run all operator actions on this queue, and whether the queue accepts them. Writes nothing.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1 and 2: unused; 3: `yes` if the user specified Bull as the owner
-- Reply: 1
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "bullframe"
return 1
