#!lua flags=allow-oom,no-writes
-- Asks whether this user may do all that operators do to a queue, or to what all queues share. Writes nothing.
-- KEYS 1 the key `queues` 2 the base of ours
-- ARGV 1 the queue, or '' for what all share
-- Reply: 1
-- Errors: LACKS command key
--- @include "begin"
--- @include "overlay"
--- @include "sidekiqframe"
wrong = objectionTo(ARGV[1] ~= '' and {[ARGV[1]] = true} or {})
if wrong then
  return wrong
end
return 1
