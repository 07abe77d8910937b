#!lua
-- Replaces the payload of one job, unless the payload has changed since the client read it.
-- KEYS 1: `rq:queues`; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: operation; 3: the queue's name; 4: `edit`; 5: id; 6: state; 7: `@MS`;
--      8: `LIST INDEX` or ''; 9: see include/editfield
-- Reply: a code; see include/editfield and include/rqjudge
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local operation, kind = ARGV[2], ARGV[4]
--- @include "overlay"
--- @include "rqframe"
--- @include "listplaces"
--- @include "writedown"
--- @include "namedjobs"
--- @include "rqjudge"
--- @include "rqcontent"
--- @include "editfield"
local outcome = editField()
remember(outcome)
return outcome
