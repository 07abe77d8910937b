#!lua
-- Atomically acts on the next failed jobs in an operation's list and updates the operation's
-- record, so that the two always match, even if a client dies. Skips jobs whose location or content
-- has changed since the client read them. Does nothing unless the client has read exactly the next
-- jobs. A repeated call acts on the jobs that follow.
-- KEYS 1: the `failed_jobs` key of Horizon; 2: prefix of Dueline's keys; 3: the operation's list;
--      4: the operation's record
-- ARGV 1: the operator; 2: operation; 3: unused; 4 to 11: see include/bulkbegin, then seven values
--      for each of the next jobs: its uuid, and the six described in include/horizontasks
-- Reply: see include/bulkend; for the codes, see include/horizontasks
-- Errors: `HELD OPERATOR MS`, OVER, GONE, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "horizonframe"
--- @include "bulkbegin"
--- @include "writedown"
--- @include "membersteps"
local lists = {}
for _, one in ipairs(tasks) do
  if one[4] ~= '' then
    lists[one[4]] = true
  end
end
wrong = objectionTo(lists, kind == 'retry' and newDue(1, 0) > 0)
if wrong then
  return wrong
end
--- @include "horizontasks"
--- @include "bulkend"
