-- Implements `sidekiq/act` and `sidekiq/delete`. Uses include/begin.
-- KEYS 1: the `queues` key; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: operation; 3: action; then for each job the six values described in
--      include/sidekiqtasks; for a reschedule, the fifth is the new due time in ms; for a retry at a
--      later time, `@MS` and a space precede the edits
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local operation, kind = ARGV[2], ARGV[3]
--- @include "overlay"
--- @include "sidekiqframe"
--- @include "membertrash"
--- @include "listplaces"
nearby, deepest = 300, 10000 -- lower than the defaults, because jobs are long
--- @include "writedown"
local tasks, dues, queueNames, others = {}, {}, {}, {}
for i = 4, #ARGV, 6 do
  local one = {unpack(ARGV, i, i + 5)}
  local due, edits = string.match(one[5], kind == 'retry' and '^@(%d+) (.*)$' or '^(%d+)$')
  one[5] = edits or one[5]
  tasks[#tasks + 1] = one
  dues[#tasks] = tonumber(due)
  if ARGV[i + 3] ~= '' then
    queueNames[ARGV[i + 3]] = true
  end
  note(others, ARGV[i + 1] == 'trash' and kind == 'restore' and inTrash(ARGV[i]) or ARGV[i + 1])
end
wrong = objectionTo(queueNames, others)
if wrong then
  return wrong
end

local function newDue(k)
  return dues[k]
end
--- @include "sidekiqtasks"
local outcome = table.concat(codes)
remember(outcome)
return outcome
