-- Implements `laravel/horizon/act` and `laravel/horizon/delete`. Uses include/begin.
-- KEYS 1: the `failed_jobs` key; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: operation; 3: action; then for each job the six values described in
--      include/horizontasks
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local operation, kind = ARGV[2], ARGV[3]
--- @include "overlay"
--- @include "horizonframe"
--- @include "writedown"
local tasks, lists = {}, {}
for i = 4, #ARGV, 6 do
  tasks[#tasks + 1] = {unpack(ARGV, i, i + 5)}
  if ARGV[i + 3] ~= '' then
    lists[ARGV[i + 3]] = true
  end
end
wrong = objectionTo(lists)
if wrong then
  return wrong
end
--- @include "horizontasks"
local outcome = table.concat(codes)
remember(outcome)
return outcome
