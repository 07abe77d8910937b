#!lua
-- Acts on the next jobs of an operation's list, each only while it stands where it was seen, and counts that in the record in the same
-- moment: what is done and what is written down cannot differ, whoever dies when. A call made again does the next ones.
-- KEYS 1 the base of the queue's keys 2 the base of ours 3 the list 4 the record
-- ARGV 1 who acts 2 operation 3 major version somebody says the workers have, or '' 4 to 11 as include/bulkbegin, then for each of the next
--      jobs: its id and `LIST INDEX` or ''
-- Reply: as include/bulkend; codes as include/bullmqtasks
-- Errors: HELD who ms, OVER, GONE, REFUSED why, LACKS command key
--- @include "begin"
--- @include "overlay"
--- @include "bullmqframe"
--- @include "bullmqtrash"
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
--- @include "bullmqtasks"
--- @include "bulkend"
