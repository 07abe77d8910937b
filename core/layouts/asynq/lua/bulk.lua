#!lua
-- Atomically acts on the next tasks in an operation's list and updates the operation's record, so
-- that the two always match, even if a client dies. Skips tasks that are no longer where the client
-- saw them. A repeated call acts on the tasks that follow.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys; 3: the operation's list; 4: the
--      operation's record
-- ARGV 1: the operator; 2: operation; 3: see include/asynqframe; 4 to 11: see include/bulkbegin,
--      then for each of the next tasks that is in the pending list: its id and `pending INDEX`
-- Reply: see include/bulkend; for the codes, see include/asynqtasks
-- Errors: `HELD OPERATOR MS`, OVER, GONE, `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "asynqframe"
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
--- @include "asynqtasks"
--- @include "bulkend"
