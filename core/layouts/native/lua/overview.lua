#!lua flags=no-writes,allow-oom
-- Returns the counts and heads of one or more queues (of one slot in a cluster).
-- KEYS for each queue 1: pending; 2: retry; 3: leased; 4: failed; 5: done; 6: trash; 7: damaged; 8: meta; 9: ops
-- Reply: {now, per queue either `DAMAGED <role>` or {pending, due in pending, retry, leased, failed, done, trash, damaged, head of
-- pending, head of retry, next of pending later than now, next of retry, when the newest operation was recorded, {meta field,
-- value, …}, due in retry}}; heads and the newest operation are '' if there is none
--- @include "overviewof"
local reply = {now}
for at = 0, #KEYS - 9, 9 do
  reply[#reply + 1] = overviewOf({unpack(KEYS, at + 1, at + 9)})
end
return reply
