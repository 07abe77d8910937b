-- Implements `celery/act` and `celery/delete`. Uses include/begin.
-- KEYS 1: the queue's first list; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: operation; 3: action; then for each message the six values described in
--      include/celerytasks; for a reschedule, the fifth is the new due time in ms
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local operation, kind = ARGV[2], ARGV[3]
--- @include "overlay"
--- @include "celeryframe"
--- @include "membertrash"
--- @include "listplaces"
nearby, deepest = 300, 10000 -- lower than the defaults, because messages are long
--- @include "writedown"
local tasks = {}
for i = 4, #ARGV, 6 do
  tasks[#tasks + 1] = {unpack(ARGV, i, i + 5)}
end

local function newDue(k)
  return tonumber(tasks[k][5])
end
--- @include "isotime"
--- @include "celerytasks"
local outcome = table.concat(codes)
remember(outcome)
return outcome
