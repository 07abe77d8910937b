#!lua flags=allow-oom,no-writes
-- Asks whether this user may do all that operators do to a queue, or, without a name, to what all queues share. Writes nothing.
-- KEYS 1 `rq:queues` 2 the base of ours
-- ARGV 1 and 2 unused 3 the queue's name, or ''
-- Reply: 1
-- Errors: LACKS command key
--- @include "begin"
--- @include "overlay"
if ARGV[3] == '' then
  return lacking({{'SET', 'rq:suspended', '1'}, {'DEL', 'rq:suspended'}}) or 1
end
--- @include "rqframe"
return 1
