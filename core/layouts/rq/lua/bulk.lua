#!lua
-- Acts on the next jobs of an operation's list, each only while it stands where it was seen, and counts that in the record in the same
-- moment: what is done and what is written down cannot differ, whoever dies when. A call made again does the next ones.
-- KEYS 1 `rq:queues` 2 the base of ours 3 the list 4 the record
-- ARGV 1 who acts 2 operation 3 the queue's name 4 to 11 as include/bulkbegin, then for each of the next jobs that stands in the list:
--      its id and `queue INDEX`
-- Reply: as include/bulkend; codes as include/rqtasks
-- Errors: HELD who ms, OVER, GONE, LACKS command key
--- @include "begin"
--- @include "overlay"
--- @include "rqframe"
--- @include "bulkbegin"
--- @include "listplaces"
--- @include "writedown"
local hintOf, hints = {}, {}
for i = 12, #ARGV, 2 do
  hintOf[ARGV[i]] = ARGV[i + 1]
end
for k, id in ipairs(ids) do
  hints[k] = hintOf[id]
end
--- @include "rqtasks"
--- @include "bulkend"
