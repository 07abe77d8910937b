#!lua
-- An operator's action on at most 100 jobs, each only while it stands where it was seen.
-- KEYS 1 the base of the queue's keys 2 the base of ours 3 memo
-- ARGV 1 nonce 2 operation 3 `yes`: it is Bull's, whoever opened it 4 the action, then for each: id, state, `=SCORE` `@MS` or `-`,
--      `LIST INDEX` or '', and the new due time, ms, or ''
-- Reply: a code per job, see include/bulltasks
-- Errors: REFUSED why, LACKS command key
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local operation, kind = ARGV[2], ARGV[4]
--- @include "overlay"
--- @include "bullframe"
--- @include "bulltrash"
--- @include "listplaces"
--- @include "writedown"
local ids, states, details, hints, dues = {}, {}, {}, {}, {}
for i = 5, #ARGV, 5 do
  local k = #ids + 1
  ids[k], states[k], details[k], hints[k], dues[k] = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], tonumber(ARGV[i + 4])
end

local function newDue(k)
  return dues[k]
end
--- @include "bulltasks"
local outcome = table.concat(codes)
remember(outcome)
return outcome
