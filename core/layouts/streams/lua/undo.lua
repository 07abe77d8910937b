#!lua flags=allow-oom
-- Undoes one step of an operation on a stream. Restores only tasks that have not changed since the
-- operation. A deleted entry is re-added as a new one, because a stream accepts no id lower than
-- its last one.
-- KEYS 1: the stream; 2: prefix of Dueline's keys
-- ARGV 1: the operation to undo; 2: id of the undo operation; 3: the group; 4: the operator; 5:
--      maximum number of tasks
-- Reply: see include/undoend
-- Errors: `HELD OPERATOR MS`, GONE, `REFUSED REASON`, `DAMAGED = KEY`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "streamframe"
--- @include "undobegin"
local wrong = readGroups(ARGV[3])
local isChecked = {}
for _, one in ipairs(was) do
  local other = one[1] ~= 'p' and one[1] ~= 'w' and one[3] or key
  if not isChecked[other] then
    isChecked[other] = true
    local dead, delayed = one[1] == 'f' and other or nil, one[1] == 'd' and other or nil
    wrong = wrong or missingRight(dead, delayed) or wrongType(dead, delayed)
  end
end
if wrong then
  return wrong
end

local function takeCopy(id)
  return entryIn(key, id) and isUndelivered(id) and call('XDEL', key, id) == 1
end

local additions = {} -- entries to re-add, last one first

local function undoDiscard(one)
  local kept = inTrash(one[2])
  if not kept or kept[6] ~= operation then
    return false
  elseif one[1] == 'd' then
    if call('ZSCORE', one[3], kept[2]) then
      return false
    end
    call('ZADD', one[3], kept[5], kept[2])
  elseif one[1] == 'p' and entryIn(key, kept[2]) then
    if pendingOf(kept[2]) then
      return false
    end
    claim(kept[2], kept[3], kept[5], kept[4], 'FORCE')
  else
    if one[1] ~= 'f' and #groups > 1 then
      return false
    end
    additions[#additions + 1] = {one[1] == 'f' and one[3] or key, keptFields(kept)}
  end
  outOfTrash(one[2])
  return true
end

local function undoScore(one)
  local score = call('ZSCORE', one[3], one[2])
  if not score or tonumber(score) ~= tonumber(one[5]) then
    return false
  end
  call('ZADD', one[3], 'XX', one[4], one[2])
  return true
end

local function undoPending(one)
  local owner, count, at = pendingOf(one[2])
  if not entryIn(key, one[2]) then
    return false
  elseif one[6] then
    if owner or not takeCopy(one[6]) then
      return false
    end
    claim(one[2], one[3], one[5], one[4], 'FORCE')
  else
    if owner ~= one[3] or count ~= one[4] or at ~= 0 then
      return false
    end
    claim(one[2], one[3], one[5], one[4])
  end
  return true
end

local function undoRestore(one)
  local kept = one[5]
  if one[1] == 'd' then
    local score = call('ZSCORE', one[3], kept[2])
    if not score or tonumber(score) ~= tonumber(kept[5]) then
      return false
    end
    call('ZREM', one[3], kept[2])
  elseif one[4] == '' then
    local owner, count, at = pendingOf(kept[2])
    if owner ~= kept[3] or count ~= tonumber(kept[4]) or at ~= tonumber(kept[5]) then
      return false
    end
    call('XACK', key, mine.name, kept[2])
  elseif one[1] == 'f' then
    if call('XDEL', one[3], one[4]) ~= 1 then
      return false
    end
  elseif not takeCopy(one[4]) then
    return false
  end
  intoTrash(one[2], kept, tonumber(one[6]), math.max(tonumber(one[7]), now + undoKept))
  return true
end

local function undoLetter(one)
  if not takeCopy(one[4]) then
    return false
  end
  additions[#additions + 1] = {one[3], one[5]}
  return true
end

for _, one in ipairs(was) do
  local isDone
  if kind == 'discard' then
    isDone = undoDiscard(one)
  elseif kind == 'restore' then
    isDone = undoRestore(one)
  elseif one[1] == 'd' then
    isDone = undoScore(one)
  elseif one[1] == 'f' then
    isDone = undoLetter(one)
  else
    isDone = undoPending(one)
  end
  restored = restored + (isDone and 1 or 0)
end
for i = #additions, 1, -1 do
  call('XADD', additions[i][1], '*', unpack(additions[i][2]))
end
movedOn = #was - restored
--- @include "undoend"
