#!lua
-- Acts on the next failed jobs of an operation's list, each only if its place and its content are still those seen, and counts it
-- in the record atomically: the result and the record always agree, even if a client dies. If other jobs are next than the client
-- has read, nothing is done. A repeated call acts on the next jobs.
-- KEYS 1 the key `failed_jobs` of Horizon 2 the base of Dueline's keys 3 the operation's list 4 the record
-- ARGV 1 the operator 2 operation 3 unused 4 to 11 as include/bulkbegin, then seven for each of the next jobs: its uuid and six as
--      include/horizontasks
-- Reply: as include/bulkend; codes as include/horizontasks
-- Errors: HELD who ms, OVER, GONE, LACKS command key
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
wrong = objectionTo(lists)
if wrong then
  return wrong
end
--- @include "horizontasks"
--- @include "bulkend"
