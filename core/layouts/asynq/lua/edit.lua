#!lua
-- Replaces the payload of one task, unless the payload has changed since the client read it.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: operation; 3: see include/asynqframe; 4: `edit`; 5: id; 6: state; 7: `@MS`;
--      8: `LIST INDEX` or ''; 9: see include/editfield
-- Reply: a code; see include/editfield and include/asynqjudge
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local operation, kind = ARGV[2], ARGV[4]
--- @include "overlay"
--- @include "asynqframe"
--- @include "listplaces"
--- @include "writedown"
--- @include "namedjobs"
--- @include "asynqjudge"
--- @include "asynqcontent"
--- @include "editfield"
local outcome = editField()
remember(outcome)
return outcome
