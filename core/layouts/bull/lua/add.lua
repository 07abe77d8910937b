#!lua
-- Adds jobs as Bull does.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: the import operation that adds the jobs, or ''; 3: `yes` if the user specified
--      Bull as the owner; then for each job: id, name, data, opts as non-empty JSON without `delay`
--      and `timestamp`, due time in ms, `+MS` from now, or '' for now, priority (0: none), the time
--      in ms at which it was added to another queue ('' for now), and its delay in that queue in ms
-- Reply: one code per job: 1 = added; e = the id exists with the same name and data; c = it exists
--   with a different name or data
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
--- @include "overlay"
--- @include "bullframe"
--- @include "islifo"
--- @include "placescost"
local placed = 0 -- number of jobs to insert into the middle of the list of waiting jobs
for i = 4, #ARGV, 8 do
  local due, priority = ARGV[i + 4], priorityOf(ARGV[i + 5])
  local isLater = string.sub(due, 1, 1) == '+' and tonumber(due) > 0 or (tonumber(due) or 0) > now
  placed = placed + ((priority ~= 0 and not isLater) and 1 or 0)
end
if placed > 0 and isTooLong(placed) then
  return refused('long')
end
local codes = {}
for i = 4, #ARGV, 8 do
  local id, name, data, opts, due, priority, addedAt, waitedFor = unpack(ARGV, i, i + 7)
  local hash = base .. id
  local there = try('HMGET', hash, 'name', 'data')
  if there.err or call('EXISTS', hash) == 1 then
    codes[#codes + 1] = there[1] == name and there[2] == data and 'e' or 'c'
  else
    local counter = call('INCR', base .. 'id')
    local dueAt = string.sub(due, 1, 1) == '+' and now + tonumber(due) or tonumber(due) or now
    if addedAt == '' or tonumber(addedAt) > now then
      addedAt, waitedFor = nowText, '0'
    end
    local delay = dueAt > now and whole(dueAt - tonumber(addedAt)) or waitedFor
    opts = string.sub(opts, 1, -2) .. ',"delay":' .. delay .. ',"timestamp":' .. addedAt .. '}'
    call('HSET', hash, 'name', name, 'data', data, 'opts', opts, 'timestamp', addedAt, 'delay', delay, 'priority', priority)
    if dueAt > now then
      call('ZADD', base .. 'delayed', whole(dueAt * 4096 + counter % 4096), id)
      dueChanged = true
    else
      makeReady(id, priorityOf(priority), isLifo(opts))
    end
    codes[#codes + 1] = '1'
  end
end
wake()
--- @include "arrived"
countArrived(overlay .. 'op:' .. ARGV[2])
local outcome = table.concat(codes)
remember(outcome)
return outcome
