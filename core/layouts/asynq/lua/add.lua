#!lua
-- Adds tasks as asynq does.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: the import operation that adds the tasks, or ''; 3: see include/asynqframe;
--      then for each task: id, message, and due time in ms, `+MS` from now, or '' for now
-- Reply: one code per task: 1 = added; e = the id exists with the same message; c = it exists with
--   a different message
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
--- @include "overlay"
--- @include "asynqframe"
local codes = {}
for i = 4, #ARGV, 3 do
  local id, message, due = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local there = try('HMGET', hashOf(id), 'msg')
  if there.err or call('EXISTS', hashOf(id)) == 1 then
    codes[#codes + 1] = there[1] == message and 'e' or 'c'
  else
    local dueAt = string.sub(due, 1, 1) == '+' and now + tonumber(due) or tonumber(due) or now
    if dueAt > now then
      call('HSET', hashOf(id), 'msg', message, 'state', 'scheduled')
      call('ZADD', base .. 'scheduled', whole(math.floor(dueAt / 1000)), id)
    else
      call('HSET', hashOf(id), 'msg', message, 'state', 'pending', 'pending_since', pendingSince)
      call('LPUSH', base .. 'pending', id)
    end
    codes[#codes + 1] = '1'
  end
end
--- @include "arrived"
countArrived(overlay .. 'op:' .. ARGV[2])
local outcome = table.concat(codes)
remember(outcome)
return outcome
