#!lua flags=no-writes
-- Predicts what `act` or `delete` would do to at most 100 tasks now.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV: as for `act`, but 1, 2 and the new due times are unused
-- Reply: {one code per task, see include/asynqjudge, or 1; approximate bytes of undo data}
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
local operation, kind = ARGV[2], ARGV[4]
--- @include "overlay"
--- @include "asynqframe"
--- @include "listplaces"
--- @include "namedjobs"
--- @include "asynqjudge"
local bytes = 0
for _, plan in ipairs(plans) do
  codes[plan.k] = '1'
  bytes = bytes + (kind == 'delete' and 0 or 62 + #plan.id)
end
return {table.concat(codes), bytes}
