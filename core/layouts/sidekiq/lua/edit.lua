#!lua
-- Replaces a job in a sorted set with its edited copy, which keeps the job's score, unless its exact bytes are no longer
-- there.
-- KEYS 1: the `queues` key; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: operation; 3: the set; 4: the job's score; 5: its bytes; 6: the bytes of the edited job
-- Reply: 1 = done; m = moved or changed; t = the set already contains the edited job
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local operation, set, score, member, edit = unpack(ARGV, 2, 6)
--- @include "overlay"
--- @include "sidekiqframe"
--- @include "writedown"
local others = {}
note(others, set)
wrong = objectionTo({}, others)
if wrong then
  return wrong
end
local key, outcome = base .. set, '1'
local seen = call('ZSCORE', key, member)
if call('EXISTS', wasKey) == 1 then -- the call repeats an earlier one
  outcome = call('ZSCORE', key, edit) and '1' or 'm'
elseif not seen or tonumber(seen) ~= tonumber(score) then
  outcome = 'm'
elseif edit ~= member and call('ZSCORE', key, edit) then
  outcome = 't'
else
  call('ZREM', key, member)
  call('ZADD', key, seen, edit)
  writeDown({'edit', {member, call('ZSCORE', key, edit), set, edit}}, false)
end
remember(outcome)
return outcome
