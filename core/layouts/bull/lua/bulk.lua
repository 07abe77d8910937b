#!lua
-- Atomically acts on the next jobs in an operation's list and updates the operation's record, so
-- that the two always match, even if a client dies. Skips jobs that are no longer where the client
-- saw them. A repeated call acts on the jobs that follow.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys; 3: the operation's list; 4: the
--      operation's record
-- ARGV 1: the operator; 2: operation; 3: `yes` if the user specified Bull as the owner; 4 to 11:
--      see include/bulkbegin, then for each of the next jobs: its id and `LIST INDEX` or ''
-- Reply: see include/bulkend; for the codes, see include/bulltasks
-- Errors: `HELD OPERATOR MS`, OVER, GONE, `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "bullframe"
--- @include "bulltrash"
--- @include "bulkbegin"
--- @include "listplaces"
--- @include "writedown"
--- @include "placescost"
if kind == 'run-now' then
  -- If jobs must be inserted into a long list, each call handles fewer jobs.
  local places = 0
  for k = 1, size do
    local priority = try('HGET', base .. ids[k], 'priority')
    if type(priority) ~= 'table' and priorityOf(priority) ~= 0 then
      places = places + 1
      if places > 1 and isTooLong(places) then
        size = k - 1
        for rest = #ids, k, -1 do
          ids[rest] = nil
        end
        break
      end
    end
  end
end
local hintOf, hints = {}, {}
for i = 12, #ARGV, 2 do
  hintOf[ARGV[i]] = ARGV[i + 1]
end
for k, id in ipairs(ids) do
  hints[k] = hintOf[id]
end
--- @include "bulltasks"
--- @include "bulkend"
