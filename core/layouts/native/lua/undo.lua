#!lua flags=allow-oom
-- Moves tasks back to where an operation found them, with their previous attempts. Skips tasks that have run since or
-- are no longer where the operation left them. A task has not run if it was never leased, or if it was released without
-- counting the attempt.
-- KEYS 1: pending; 2: retry; 3: leased; 4: failed; 5: done; 6: trash; 7: tasks; 8: tries; 9: before; 10: leases; 11:
--      cancel; 12: meta; 13: memo; 14: ops; 15: the home set of a custom design, if any; then the record of the undone
--      operation, which counts the restored tasks
-- ARGV 1: nonce; 2: the operation to undo; 3: the undo's own id; 4: wake channel; 5: how long undo is possible unless
--      meta sets it, in ms, then ids
-- Reply: one character per id: 1 = restored; m = moved or changed or too late; 0 = no longer part of this operation
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[13], ARGV[1], KEYS[12]
--- @include "memo"
if answer then
  return answer
end
--- @include "tokens"
--- @include "version"
--- @include "before"
local setKeys = {pending = KEYS[1], retry = KEYS[2], leased = KEYS[3], failed = KEYS[4], done = KEYS[5], trash = KEYS[6],
  home = #KEYS > 15 and KEYS[15] or nil}
local ids, sets, details, scores, codes = {}, {}, {}, {}, {}
local operation = ARGV[3]
for i = 6, #ARGV do
  ids[#ids + 1] = ARGV[i]
end
local befores, walked, standing
--- @include "goingback"
local outcome = finish()
if type(outcome) == 'string' then
  local _, restored = string.gsub(outcome, '1', '')
  if restored > 0 and try('HMGET', KEYS[#KEYS], 'at')[1] then
    call('HINCRBY', KEYS[#KEYS], 'restored', restored)
  end
end
return outcome
