#!lua
-- Repairs tasks whose state does not match the key that lists them. A task in exactly one key
-- remains there, and its state is changed to match the key. A task in no key is archived, or kept
-- as completed for a day. The script never runs or drops a task. Each task is rechecked: an intact
-- task, a task that a server may still run, and a task in several keys are left unchanged.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1 and 2: unused; 3: see include/asynqframe, then at most 10 ids, since each one may require
--      searching 20,000 ids in two lists
-- Reply: the number of tasks repaired
-- Errors: `REFUSED REASON` (full: asynq would drop the oldest archived tasks), `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "asynqframe"
local depth, mostArchived, keptCompleted = 10000, 9990, 86400
local lacks = lacking({{'ZREM', base .. 'lease', 'm'}, {'ZCARD', base .. 'archived'}})
if lacks then
  return lacks
end
local known = {pending = true, active = true, scheduled = true, retry = true, archived = true, completed = true}

-- Returns all keys that contain a task, or false if a list is too long to search.
local function placesOf(id)
  local found = {}
  for _, set in ipairs({'scheduled', 'retry', 'archived', 'completed'}) do
    if call('ZSCORE', base .. set, id) then
      found[#found + 1] = set
    end
  end
  for _, list in ipairs({'pending', 'active'}) do
    local length = call('LLEN', base .. list)
    if call('LPOS', base .. list, id, 'RANK', '-1', 'MAXLEN', depth)
      or length > depth and call('LPOS', base .. list, id, 'MAXLEN', depth) then
      found[#found + 1] = list
    elseif length > 2 * depth then
      return false
    end
  end
  return found
end

local mended = 0
for i = 4, #ARGV do
  local id = ARGV[i]
  local task = try('HMGET', hashOf(id), 'state', 'pending_since')
  local places = not task.err and task[1] and known[task[1]] and placesOf(id)
  local lease = tonumber(call('ZSCORE', base .. 'lease', id) or '')
  if places and #places == 1 and places[1] ~= task[1] then
    call('HSET', hashOf(id), 'state', places[1])
    if places[1] == 'pending' and not task[2] then
      call('HSET', hashOf(id), 'pending_since', pendingSince)
    end
    mended = mended + 1
  elseif places and #places == 0 and not (lease and lease > now / 1000) then
    if task[1] == 'completed' then
      call('ZADD', base .. 'completed', whole(math.floor(now / 1000) + keptCompleted), id)
    elseif call('ZCARD', base .. 'archived') >= mostArchived then
      return refused('full')
    else
      call('ZREM', base .. 'lease', id)
      call('ZADD', base .. 'archived', whole(math.floor(now / 1000)), id)
      call('HSET', hashOf(id), 'state', 'archived')
    end
    mended = mended + 1
  end
end
return mended
