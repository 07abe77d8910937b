#!lua
-- Atomically acts on the next jobs in an operation's list and updates the operation's record, so
-- that the two always match, even if a client dies. Skips jobs unless their exact bytes are still
-- where the client saw them. The client has already located the jobs. If they are no longer next in
-- the list, the script does nothing. A repeated call acts on the jobs that follow.
-- KEYS 1: the `queues` key; 2: prefix of Dueline's keys; 3: the operation's list; 4: the
--      operation's record
-- ARGV 1: the operator; 2: operation; 3: unused; 4 to 11: see include/bulkbegin, then seven values
--      for each of the next jobs: its id in the list, and the six described in
--      include/sidekiqtasks; for reschedule, the fifth is unused
-- Reply: see include/bulkend; for the codes, see include/sidekiqtasks
-- Errors: `HELD OPERATOR MS`, OVER, GONE, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "sidekiqframe"
--- @include "membertrash"
--- @include "bulkbegin"
--- @include "listplaces"
nearby, deepest = 300, 10000 -- lower than the defaults, because jobs are long
--- @include "writedown"
local tasks, queueNames, others, isSame = {}, {}, {}, (#ARGV - 11) / 7 == size
for i = 12, #ARGV, 7 do
  local one = {unpack(ARGV, i + 1, i + 6)}
  tasks[#tasks + 1] = one
  isSame = isSame and ids[#tasks] == ARGV[i]
  if one[4] ~= '' then
    queueNames[one[4]] = true
  end
  note(others, one[2] == 'trash' and kind == 'restore' and inTrash(one[1]) or one[2])
end
wrong = objectionTo(queueNames, others)
if wrong then
  return wrong
end
if not isSame then
  size, tasks = 0, {}
end
--- @include "sidekiqtasks"
--- @include "bulkend"
