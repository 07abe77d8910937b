#!lua
-- Atomically acts on the next jobs in an operation's list and updates the operation's record, so
-- that the two always match, even if a client dies. Skips jobs that are no longer where the client
-- saw them. A repeated call acts on the jobs that follow.
-- KEYS 1: `rq:queues`; 2: prefix of Dueline's keys; 3: the operation's list; 4: the operation's
--      record
-- ARGV 1: the operator; 2: operation; 3: the queue's name; 4 to 11: see include/bulkbegin, then for
--      each of the next jobs that is in the list: its id and `queue INDEX`
-- Reply: see include/bulkend; for the codes, see include/rqtasks
-- Errors: `HELD OPERATOR MS`, OVER, GONE, `LACKS COMMAND KEY`
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
