#!lua flags=allow-oom
-- Undoes one step of an operation. Skips jobs whose bytes have changed since.
-- KEYS 1: the `queues` key; 2: prefix of Dueline's keys
-- ARGV 1: the operation to undo; 2: id of the undo operation; 3: unused; 4: the operator; 5:
--      maximum number of jobs
-- Reply: see include/undoend
-- Errors: `HELD OPERATOR MS`, GONE, `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "sidekiqframe"
--- @include "membertrash"
--- @include "undobegin"
--- @include "listplaces"
nearby, deepest = 300, 10000 -- lower than the defaults, because jobs are long
--- @include "putbackplaces"
local queueAt = {retry = 4, ['run-now'] = 4, restore = 4}
local queueNames, others = {}, {}
for _, one in ipairs(was) do
  if queueAt[kind] then
    queueNames[one[4]] = true
    note(others, kind == 'restore' and one[2] or one[3])
  elseif kind == 'edit' then
    note(others, one[3])
  elseif kind == 'discard' then
    note(others, inTrash(one[1]) or '')
    if one[2] ~= '' then
      queueNames[one[2]] = true
    end
  end
end
wrong = objectionTo(queueNames, others)
if wrong then
  return wrong
end

-- Removes jobs that were pushed to the heads of their queues or restored to their previous
-- positions. `pushed`: the bytes as pushed, by position in `was`. Returns the removed positions.
local function takePushed(pushed, isRestored)
  local positions, taken = {}, {}
  for i in pairs(was) do
    if pushed[i] then
      local name = was[i][4]
      positions[name] = positions[name] or {}
      table.insert(positions[name], i)
    end
  end
  for name, all in pairs(positions) do
    table.sort(all)
    local wanted, at, depths, indexes, isGiven = {}, {}, {}, {}, {}
    for j, i in ipairs(all) do
      wanted[j], at[j], depths[j] = pushed[i], j - 1, isRestored and depthIn(was[i][3])
    end
    local key = base .. 'queue:' .. name
    local places = isRestored and placesOfPutBack(key, wanted, depths) or placesIn(key, wanted, at, true)
    for j, i in ipairs(all) do
      if places[j] and not isGiven[places[j]] then
        isGiven[places[j]], taken[i] = true, isRestored and scoreAt(key, places[j]) or true
        indexes[#indexes + 1] = places[j]
      end
    end
    takeOut(base .. 'queue:' .. name, indexes)
  end
  return taken
end

local function undoPush()
  local pushed = {}
  for i, one in ipairs(was) do
    -- If the set or list already contains the job, another client has added it again.
    if not call(isHeldList(one[3]) and 'LPOS' or 'ZSCORE', base .. one[3], one[1]) then
      local left = edited(one[1], one[5])
      if not one[7] then
        pushed[i] = left
      elseif call('ZSCORE', base .. 'schedule', left) == one[7] then -- a retry at a later time
        call('ZREM', base .. 'schedule', left)
        call('ZADD', base .. one[3], one[2], one[1])
        restored = restored + 1
      end
    end
  end
  local taken = takePushed(pushed, false)
  for i, one in ipairs(was) do -- a list's oldest job comes last and returns to the tail
    if taken[i] then
      if isHeldList(one[3]) then
        call('RPUSH', base .. one[3], one[1])
      else
        call('ZADD', base .. one[3], one[2], one[1])
      end
      restored = restored + 1
      if one[6] then
        dropQueue(one[4])
      end
    end
  end
end

local undos = {
  retry = undoPush,
  ['run-now'] = undoPush,
  reschedule = function()
    for _, one in ipairs(was) do
      if call('ZSCORE', base .. one[3], one[1]) == one[4] then
        call('ZADD', base .. one[3], 'XX', one[2], one[1])
        restored = restored + 1
      end
    end
  end,
  edit = function()
    for _, one in ipairs(was) do
      local key = base .. one[3]
      if call('ZSCORE', key, one[4]) == one[2] and (one[1] == one[4] or not call('ZSCORE', key, one[1])) then
        call('ZREM', key, one[4])
        call('ZADD', key, one[2], one[1])
        restored = restored + 1
      end
    end
  end,
  discard = function()
    for _, one in ipairs(was) do
      local set, score, by, bytes = inTrash(one[1])
      if set and by == operation and (set == 'queue' or not call('ZSCORE', base .. set, bytes)) then
        outOfTrash(one[1])
        if set == 'queue' then
          call('SADD', base .. 'queues', one[2])
          backInto(base .. 'queue:' .. one[2], bytes, score)
        else
          call('ZADD', base .. set, score, bytes)
        end
        restored = restored + 1
      end
    end
    putBackInLists()
  end,
  restore = function()
    local pushed = {}
    for i, one in ipairs(was) do
      if one[2] == 'queue' then
        pushed[i] = one[1]
      end
    end
    local taken = takePushed(pushed, true)
    for i, one in ipairs(was) do
      local bytes, set, score = one[1], one[2], one[3]
      if set ~= 'queue' and call('ZSCORE', base .. set, bytes) == score then
        call('ZREM', base .. set, bytes)
        taken[i] = true
      end
      if taken[i] then
        -- Keep the job in the trash until its previous expiry, or until the undo period ends if that is later.
        intoTrash(set, set == 'queue' and taken[i] or score, bytes, one[5], tonumber(one[6]),
          math.max(tonumber(one[7]), now + undoKept), one[8])
        restored = restored + 1
      end
    end
  end,
}
if undos[kind] then
  undos[kind]()
  trimTrash()
end
movedOn = #was - restored
--- @include "undoend"
