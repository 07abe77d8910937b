#!lua flags=no-writes,allow-oom,allow-cross-slot-keys
-- Returns the counts and heads of queues in several slots of one cluster node. Builds the key names itself, because
-- KEYS may not span several slots.
-- KEYS 1: meta of the first queue, which selects the node
-- ARGV 1: prefix, then names of queues
-- Reply: as overview.lua; `ELSEWHERE` for a queue that is on a different node or being moved to one, and must be
--   queried separately
--- @include "overviewof"
local reply = {now}
for i = 2, #ARGV do
  local base = ARGV[1] .. ':{' .. ARGV[i] .. '}:'
  reply[#reply + 1] = overviewOf({base .. 'pending', base .. 'retry', base .. 'leased', base .. 'failed', base .. 'done',
    base .. 'trash', base .. 'damaged', base .. 'meta', base .. 'ops'})
end
return reply
