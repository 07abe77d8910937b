#!lua flags=allow-oom
-- Undoes one step of an operation. Skips jobs that have changed since. If a job's bytes are
-- unchanged, no worker has claimed it, because workers rewrite the bytes.
-- KEYS 1: the queue's list; 2: prefix of Dueline's keys
-- ARGV 1: the operation to undo; 2: id of the undo operation; 3: unused; 4: the operator; 5:
--      maximum number of jobs
-- Reply: see include/undoend
-- Errors: `HELD OPERATOR MS`, GONE, `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "laravelframe"
--- @include "membertrash"
--- @include "undobegin"
--- @include "listplaces"
nearby, deepest = 300, 10000 -- lower than the defaults, because jobs are long
--- @include "putbackplaces"

-- Removes jobs that were pushed to the list's tail or restored to their previous positions. `pushed`: the bytes of the
-- pushed jobs, by position in `was`. Returns the removed positions.
local function takePushed(pushed, isRestored)
  local positions, wanted, at, depths, indexes, isGiven, taken = {}, {}, {}, {}, {}, {}, {}
  for i in pairs(pushed) do
    positions[#positions + 1] = i
  end
  table.sort(positions)
  for j, i in ipairs(positions) do
    wanted[j], at[j], depths[j] = pushed[i], -j, isRestored and depthIn(was[i][3])
  end
  local places = isRestored and placesOfPutBack(list, wanted, depths) or placesIn(list, wanted, at, true)
  for j, i in ipairs(positions) do
    if places[j] and not isGiven[places[j]] then
      isGiven[places[j]], taken[i] = true, isRestored and scoreAt(list, places[j]) or true
      indexes[#indexes + 1] = places[j]
      call('RPOP', base .. 'notify')
    end
  end
  takeOut(list, indexes)
  return taken
end

local undos = {
  ['run-now'] = function()
    local pushed = {}
    for i, one in ipairs(was) do
      -- if `delayed` already contains the job, another client has added it again
      if not call('ZSCORE', base .. 'delayed', one[1]) then
        pushed[i] = one[1]
      end
    end
    local taken = takePushed(pushed, false)
    for i, one in ipairs(was) do
      if taken[i] then
        call('ZADD', base .. 'delayed', one[2], one[1])
        restored = restored + 1
      end
    end
  end,
  reschedule = function()
    for _, one in ipairs(was) do
      if call('ZSCORE', base .. 'delayed', one[1]) == one[3] then
        call('ZADD', base .. 'delayed', 'XX', one[2], one[1])
        restored = restored + 1
      end
    end
  end,
  discard = function()
    for _, one in ipairs(was) do
      local set, score, by, bytes = inTrash(one[1])
      local isFree = set == 'queue' or set == 'delayed' and not call('ZSCORE', base .. set, bytes)
      if isFree and by == operation and isSound(bytes) then
        outOfTrash(one[1])
        if set ~= 'queue' then
          call('ZADD', base .. set, score, bytes)
        else
          backInto(list, bytes, score)
          if one[2] then
            notify()
          end
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
        intoTrash(set, set == 'queue' and taken[i] or score, bytes, one[4], tonumber(one[5]),
          math.max(tonumber(one[6]), now + undoKept), one[7])
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
