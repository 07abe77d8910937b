-- Implements `laravel/horizon/act` and `laravel/horizon/delete`. Uses include/begin.
-- KEYS 1: the `failed_jobs` key; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: operation; 3: action; then for each job the six values described in
--      include/horizontasks; for a retry at a later time, `@MS` and a space precede the parts
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local operation, kind = ARGV[2], ARGV[3]
--- @include "overlay"
--- @include "horizonframe"
--- @include "writedown"
local tasks, dues, lists = {}, {}, {}
for i = 4, #ARGV, 6 do
  local one = {unpack(ARGV, i, i + 5)}
  local due, parts = string.match(one[5], '^@(%d+) (.*)$')
  one[5] = parts or one[5]
  tasks[#tasks + 1] = one
  dues[#tasks] = tonumber(due)
  if ARGV[i + 3] ~= '' then
    lists[ARGV[i + 3]] = true
  end
end
wrong = objectionTo(lists, next(dues))
if wrong then
  return wrong
end

local function newDue(k)
  return dues[k]
end
--- @include "horizontasks"
local outcome = table.concat(codes)
remember(outcome)
return outcome
