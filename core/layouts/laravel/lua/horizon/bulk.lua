#!lua
-- Acts on the next failed jobs of an operation's list, each only while it stands where it was seen with what was read, and counts that
-- in the record in the same moment: what is done and what is written down cannot differ, whoever dies when. Where others are the next
-- ones by now than the client has read, nothing is done. A call made again does the next ones.
-- KEYS 1 the key `failed_jobs` of Horizon 2 the base of ours 3 the operation's list 4 the record
-- ARGV 1 who acts 2 operation 3 unused 4 to 11 as include/bulkbegin, then seven for each of the next jobs: its uuid and six as
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
