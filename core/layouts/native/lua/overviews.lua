#!lua flags=no-writes,allow-oom,allow-cross-slot-keys
-- Counts and heads of queues in several slots of one node of a cluster. The names of their keys are made here, since those of
-- KEYS may not lie in several slots.
-- KEYS 1 meta of the first of them: it says to which node this goes
-- ARGV 1 prefix, then names of queues
-- Reply: as overview.lua; `ELSEWHERE` for a queue that lies on another node or is on its way to one: that is asked for alone
--- @include "overviewof"
local reply = {now}
for i = 2, #ARGV do
  local base = ARGV[1] .. ':{' .. ARGV[i] .. '}:'
  reply[#reply + 1] = overviewOf({base .. 'pending', base .. 'retry', base .. 'leased', base .. 'failed', base .. 'done',
    base .. 'trash', base .. 'damaged', base .. 'meta', base .. 'ops'})
end
return reply
