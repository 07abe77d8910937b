#!lua flags=allow-oom
-- Undoes one step of an operation. Skips messages that have changed since. If a message's bytes are
-- unchanged, no worker has claimed it, because a worker that returns a message to its list changes
-- the bytes.
-- KEYS 1: the queue's first list; 2: prefix of Dueline's keys
-- ARGV 1: the operation to undo; 2: id of the undo operation; 3: unused; 4: the operator; 5:
--      maximum number of messages
-- Reply: see include/undoend
-- Errors: `HELD OPERATOR MS`, GONE, `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "celeryframe"
--- @include "membertrash"
--- @include "undobegin"
--- @include "listplaces"
nearby, deepest = 300, 10000 -- lower than the defaults, because messages are long
--- @include "putbackplaces"

-- Returns the current indexes of the messages found, by position in `was`. `seen`: {set, bytes, index}, by position in
-- `was`.
local function find(seen, isRestored)
  local bySet, found = {}, {}
  for i, one in pairs(seen) do
    bySet[one[1]] = bySet[one[1]] or {}
    table.insert(bySet[one[1]], i)
  end
  for set, positions in pairs(bySet) do
    table.sort(positions, function(a, b) return tonumber(seen[a][3]) < tonumber(seen[b][3]) end)
    local wanted, at, depths, isGiven = {}, {}, {}, {}
    for j, i in ipairs(positions) do
      wanted[j], at[j] = seen[i][2], tonumber(seen[i][3])
      depths[j] = isRestored and depthIn(was[i][6])
    end
    local key = listOf(set)
    local places = isRestored and placesOfPutBack(key, wanted, depths) or placesIn(key, wanted, at, true)
    for j, i in ipairs(positions) do
      if places[j] and not isGiven[places[j]] then
        isGiven[places[j]], found[i] = true, places[j]
      end
    end
  end
  return found
end

-- Restores the previous bytes of the messages at their current positions.
local function putBack()
  local seen = {}
  for i, one in ipairs(was) do
    seen[i] = {one[2], edited(one[1], one[4]), one[3]}
  end
  for i, index in pairs(find(seen)) do
    call('LSET', listOf(was[i][2]), index, was[i][1])
    restored = restored + 1
  end
end

local undos = {
  ['run-now'] = putBack,
  reschedule = putBack,
  discard = function()
    for _, one in ipairs(was) do
      local set, score, by, bytes = inTrash(one[1])
      if listOf(set) and by == operation then
        outOfTrash(one[1])
        backInto(listOf(set), bytes, score)
        restored = restored + 1
      end
    end
    putBackInLists()
  end,
  restore = function()
    local seen, pushed, out = {}, {}, {}
    for i, one in ipairs(was) do -- the message that was pushed last is the next to be claimed
      pushed[one[2]] = (pushed[one[2]] or 0) + 1
      seen[i] = {one[2], one[1], -pushed[one[2]]}
    end
    for i, index in pairs(find(seen, true)) do
      local one = was[i]
      out[one[2]] = out[one[2]] or {}
      table.insert(out[one[2]], index)
      -- Keep the message in the trash until its previous expiry, or until the undo period ends if that is later.
      intoTrash(one[2], scoreAt(listOf(one[2]), index), one[1], one[3], tonumber(one[4]),
        math.max(tonumber(one[5]), now + undoKept), one[7])
      restored = restored + 1
    end
    for set, indexes in pairs(out) do
      takeOut(listOf(set), indexes)
    end
  end,
}
local sets = {}
for _, one in ipairs(was) do
  local set = kind == 'discard' and inTrash(one[1]) or one[2]
  if set then
    sets[set] = true
  end
end
wrong = objectionTo(sets)
if wrong then
  return wrong
end
if undos[kind] then
  undos[kind]()
  trimTrash()
end
movedOn = #was - restored
--- @include "undoend"
