#!lua
-- Edits a waiting or failed task for an operator, unless its content has changed since the client read it. Keeps the
-- previous content for undo.
-- KEYS 1: pending, or failed if the client saw the task there; 2: retry; 3: tasks; 4: tries; 5: before; 6: meta; 7:
--      memo; 8: key of a large payload; 9: previous content for undo; 10: previous large payload, for undo; 11: the
--      uploaded large payload; 12: expiring
-- ARGV 1: nonce; 2: operation; 3: id; 4: role of the set in which the client saw the task; 5: SHA-1 of its entry as
--      read; 6: the entry's new first line; 7: the payload: = unchanged, + replaced by argument 8, ^ uploaded; 8: the
--      payload for +; 9: 1 = its payload has its own key; 10: how long undo is possible unless meta sets it, in ms; 11:
--      new start deadline in ms; '' = none, = unchanged
-- Reply: 1 = edited; 0 = no such task; m = not where it was seen; c = its content has changed; x = the uploaded
--   payload no longer exists
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[7], ARGV[1], KEYS[6]
--- @include "memo"
if answer then
  return answer
end
--- @include "tokens"
--- @include "version"
--- @include "before"
local operation, id, set, way = ARGV[2], ARGV[3], ARGV[4], ARGV[7]
local score = try('ZSCORE', set == 'retry' and KEYS[2] or KEYS[1], id)
if type(score) == 'table' then
  return damaged(set)
end
local known = {}
for i, role in ipairs({'tasks', 'tries', 'before'}) do
  known[i] = try('HGET', KEYS[2 + i], id)
  if type(known[i]) == 'table' then
    return damaged(role)
  end
end
local entry, tries, noted = known[1], known[2], known[3]
local limit, limited = ARGV[11], try('ZSCORE', KEYS[12], id)
if type(limited) == 'table' then
  return damaged('expiring')
end
local after = try('HGET', KEYS[9], 'after')
if type(after) == 'table' then
  return damaged('op:' .. operation .. ':was')
end
local code
if not entry then
  code = '0'
elseif noted and string.sub(noted, 1, #operation + 1) == operation .. ' ' then -- the call repeats an earlier one
  code = score and redis.sha1hex(entry) == after and '1' or 'm'
elseif not score then
  code = 'm'
elseif redis.sha1hex(entry) ~= ARGV[5] then
  code = 'c'
elseif way == '^' and call('EXISTS', KEYS[11]) == 0 then
  code = 'x'
else
  code = '1'
  local lineEnd = string.find(entry, '\n', 1, true)
  local edited = ARGV[6] .. '\n' .. (way == '=' and string.sub(entry, lineEnd + 1) or ARGV[8])
  local keep = call('HGET', metaKey, 'keep_undo') or ARGV[10]
  local big = way ~= '=' and ARGV[9] == '1' and call('EXISTS', KEYS[8]) == 1
  local _, fence = triesOf(tries)
  call('HSET', KEYS[9], 'id', id, 'entry', entry, 'after', redis.sha1hex(edited), 'way', way, 'big', big and '1' or '0',
    'set', set, 'score', score, 'fence', fence)
  if limit ~= '=' then
    call('HSET', KEYS[9], 'limit', limited or '')
    if limit == '' then
      call('ZREM', KEYS[12], id)
    else
      call('ZADD', KEYS[12], limit, id)
    end
  end
  call('PEXPIRE', KEYS[9], keep)
  if big then
    call('RENAME', KEYS[8], KEYS[10])
    call('PEXPIRE', KEYS[10], keep)
  end
  if way == '^' then
    call('RENAME', KEYS[11], KEYS[8])
    call('PERSIST', KEYS[8])
    call('HSET', metaKey, 'big', '1')
  end
  call('HSET', KEYS[3], id, edited)
  call('HSET', KEYS[5], id, entryOf(operation, set, score, tries, set))
end
remember(code)
return code
