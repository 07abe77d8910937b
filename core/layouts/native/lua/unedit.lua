#!lua flags=allow-oom
-- Undoes an edit: restores the previous content if the task is where the edit left it, has the edited content, and has
-- not run since.
-- KEYS 1 to 14 and ARGV 1 to 5: see undo
-- KEYS 15: key of a large payload; 16: previous content; 17: previous large payload; 18: expiring; 19: the record of
--      the edit, which counts the restored task
-- ARGV 6: id
-- Reply: 1 = put back; m = moved or changed or too late; 0 = no longer part of this operation
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[13], ARGV[1], KEYS[12]
--- @include "memo"
if answer then
  return answer
end
--- @include "tokens"
--- @include "version"
--- @include "before"
local setKeys = {pending = KEYS[1], retry = KEYS[2], leased = KEYS[3], failed = KEYS[4], done = KEYS[5], trash = KEYS[6]}
local ids, sets, details, scores, codes = {ARGV[6]}, {}, {}, {}, {}
local operation = ARGV[3]
local was = try('HMGET', KEYS[16], 'entry', 'after', 'way', 'big', 'limit', 'set', 'score', 'fence')
if was.err then
  return damaged('op:' .. ARGV[2] .. ':was')
end
if type(try('ZSCORE', KEYS[18], ids[1])) == 'table' then
  return damaged('expiring')
end
local entry = try('HGET', KEYS[7], ids[1])
if type(entry) == 'table' then
  return damaged('tasks')
end
local noted = try('HGET', KEYS[9], ids[1])
if type(noted) == 'table' then
  return damaged('before')
end
local home, score = was[6] and setKeys[was[6]], nil
if home then
  score = try('ZSCORE', home, ids[1])
  if type(score) == 'table' then
    return damaged(was[6])
  end
end
local befores, walked, standing
--- @include "goingback"
local _, fence = triesOf(tries[1])
-- If a later operation on the task has been undone, `before` has no entry. The task is then still as the edit left it if
-- it is where the edit found it and has not been leased since.
if not noted and inTime and score and score == was[7] and fence == was[8] then
  codes[1] = '1'
end
if codes[1] ~= '1' then
  remember(codes[1])
  return codes[1]
end
local whole = was[4] ~= '1' or call('EXISTS', KEYS[17]) == 1
if not (was[1] and entry and whole and redis.sha1hex(entry) == was[2]) then
  remember('m')
  return 'm'
end
local role = unwritable()
if role then
  return damaged(role)
end
call('HSET', KEYS[7], ids[1], was[1])
if was[5] == '' then
  call('ZREM', KEYS[18], ids[1])
elseif was[5] then
  call('ZADD', KEYS[18], was[5], ids[1])
end
if was[3] == '^' then
  call('UNLINK', KEYS[15])
end
if was[4] == '1' then
  call('RENAME', KEYS[17], KEYS[15])
  call('PERSIST', KEYS[15])
end
call('UNLINK', KEYS[16])
if KEYS[19] and try('HMGET', KEYS[19], 'at')[1] then
  call('HINCRBY', KEYS[19], 'restored', 1)
end
return finish()
