#!lua flags=allow-oom,no-writes
-- Checks whether this user may run all operator actions on a queue. Without a queue, also checks
-- the actions on the shared pseudo-queue. Writes nothing.
-- KEYS 1: `rq:queues`; 2: prefix of Dueline's keys
-- ARGV 1 and 2: unused; 3: the queue's name, or ''
-- Reply: 1
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
local lacks = ARGV[3] == '' and lacking({{'SET', 'rq:suspended', '1'}, {'DEL', 'rq:suspended'}})
if lacks then
  return lacks
end
--- @include "rqframe"
return 1
