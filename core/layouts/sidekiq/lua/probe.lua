#!lua flags=allow-oom,no-writes
-- Checks whether this user may run all operator actions on a queue, or on the shared pseudo-queue.
-- Writes nothing.
-- KEYS 1: the `queues` key; 2: prefix of Dueline's keys
-- ARGV 1: the queue, or '' for the shared pseudo-queue
-- Reply: 1
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "sidekiqframe"
wrong = objectionTo(ARGV[1] ~= '' and {[ARGV[1]] = true} or {})
if wrong then
  return wrong
end
return 1
