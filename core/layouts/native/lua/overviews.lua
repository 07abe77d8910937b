#!lua flags=no-writes,allow-oom,allow-cross-slot-keys
-- Returns the counts and heads of queues in several slots of one cluster node. The script builds the names of the keys
-- itself, because KEYS may not span several slots.
-- KEYS 1: meta of the first queue: it selects the node
-- ARGV 1: prefix, then names of queues
-- Reply: as overview.lua; `ELSEWHERE` for a queue that is on another node or moving to one: it must be queried
-- separately
--- @include "overviewof"
local reply = {now}
for i = 2, #ARGV do
  local base = ARGV[1] .. ':{' .. ARGV[i] .. '}:'
  reply[#reply + 1] = overviewOf({base .. 'pending', base .. 'retry', base .. 'leased', base .. 'failed', base .. 'done',
    base .. 'trash', base .. 'damaged', base .. 'meta', base .. 'ops'})
end
return reply
