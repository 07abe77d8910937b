#!lua flags=no-writes
-- Predicts what `act` or `delete` would do to at most 100 jobs now.
-- KEYS 1: `rq:queues`; 2: prefix of Dueline's keys
-- ARGV: as for `act`, but 1, 2 and the new due times are unused
-- Reply: {one code per job, see include/rqjudge, or 1; approximate bytes of undo data}
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
local operation, kind = ARGV[2], ARGV[4]
--- @include "overlay"
--- @include "rqframe"
--- @include "listplaces"
--- @include "namedjobs"
--- @include "rqjudge"
local bytes = 0
for _, plan in ipairs(plans) do
  codes[plan.k] = '1'
  -- size of the undo data: an entry and, for a discard, the hash with the data needed for a restore
  if kind ~= 'delete' then
    bytes = bytes + 26 + #plan.id + #(plan.job.enqueuedAt or '') + (kind == 'discard' and 200 or 0)
  end
end
return {table.concat(codes), bytes}
