#!lua flags=allow-oom
-- Undoes one step of an operation. Skips tasks that no longer match the state recorded with the
-- operation.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1: the operation to undo; 2: id of the undo operation; 3: see include/asynqframe; 4: the
--      operator; 5: maximum number of tasks
-- Reply: see include/undoend
-- Errors: `HELD OPERATOR MS`, GONE, `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "asynqframe"
--- @include "undobegin"
--- @include "listplaces"
--- @include "putbackplaces"
local pushedAt
kind, pushedAt = string.match(kind, '^(%S+) ?(.*)$')

-- Returns whether a task is still pending as the action left it, without having been queued again since.
local function isPending(id, since)
  local task = try('HMGET', hashOf(id), 'state', 'pending_since')
  return not task.err and task[1] == 'pending' and task[2] == since
end

-- Removes the tasks at these positions of `was` (the undo data) from the list, if they are still
-- there. `fromHead`: whether the tasks were pushed to the head. Returns the removed positions, each
-- with its neighbors.
local function takePending(positions, fromHead)
  local wanted, at, indexes, taken = {}, {}, {}, {}
  for j, i in ipairs(positions) do
    wanted[j], at[j] = was[i][1], fromHead and j - 1 or -j
  end
  local length = call('LLEN', base .. 'pending')
  local places = fromHead and placesIn(base .. 'pending', wanted, at, true) or placesOfPutBack(base .. 'pending', wanted)
  for j, i in ipairs(positions) do
    if places[j] then
      taken[i] = nearAt(base .. 'pending', places[j], length)
      indexes[#indexes + 1] = places[j]
    end
  end
  takeOut(base .. 'pending', indexes)
  return taken
end

local function undoPush()
  local positions = {}
  local later = {}
  for i, one in ipairs(was) do
    if one[5] then -- a retry at a later time
      later[i] = try('HMGET', hashOf(one[1]), 'state')[1] == 'scheduled' and call('ZSCORE', base .. 'scheduled', one[1]) == one[5]
        and call('ZREM', base .. 'scheduled', one[1]) == 1
    elseif isPending(one[1], pushedAt) then
      positions[#positions + 1] = i
    end
  end
  local taken = takePending(positions, true)
  for i, one in ipairs(was) do
    if taken[i] or later[i] then
      call('ZADD', base .. one[2], one[3], one[1])
      call('HSET', hashOf(one[1]), 'state', one[2])
      putField(one[1], 'pending_since', one[4])
      restored = restored + 1
    end
  end
end

local undos = {
  retry = undoPush,
  ['run-now'] = undoPush,
  reschedule = function()
    for _, one in ipairs(was) do
      if call('ZSCORE', base .. one[2], one[1]) == one[4] then
        call('ZADD', base .. one[2], 'XX', one[3], one[1])
        restored = restored + 1
      end
    end
  end,
  discard = function()
    for _, one in ipairs(was) do
      local task = try('HMGET', overlay .. 'trash:' .. one[1], 'unique_key', unpack(ourFields))
      if not task.err and task[4] == operation and not isTaken(one[1], task[1], task[5]) then
        outOfTrash(one[1], {unpack(task, 2, 6)}, task[1])
        restored = restored + 1
      end
    end
    putBackInList()
  end,
  restore = function()
    local positions, isSame = {}, {}
    for i, one in ipairs(was) do
      local id, set = one[1], one[3]
      if set == 'pending' and isPending(id, one[6]) then
        positions[#positions + 1] = i
      elseif set ~= 'pending' then
        local task = try('HMGET', hashOf(id), 'state')
        isSame[i] = not task.err and task[1] == set and call('ZSCORE', base .. set, id) == one[4] and call('ZREM', base .. set, id) == 1
      end
    end
    local taken = takePending(positions, false)
    for i in pairs(taken) do
      isSame[i] = true
    end
    for i, one in ipairs(was) do
      if isSame[i] then
        local unique = call('HMGET', hashOf(one[1]), 'unique_key')[1]
        intoTrash(one[1], one[3], one[4], unique, one[7], tonumber(one[2]), tonumber(one[5]), taken[i])
        restored = restored + 1
      end
    end
  end,
}
--- @include "asynqcontent"
--- @include "uneditfield"
if undos[kind] then
  undos[kind]()
  trimTrash()
end
movedOn = #was - restored
--- @include "undoend"
