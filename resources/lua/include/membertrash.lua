-- Keeps discarded tasks next to their queue until they expire: `SCORE SET OPERATION`, a newline, and their bytes. The
-- key is the SHA-1 of the bytes, with more digits appended if an equal task is already in the trash. SET is `queue` for
-- a task from a list. In that case, SCORE is `-:DEPTH:AHEAD:BEHIND:LEFT` (`near` of include/listorder); older programs
-- wrote it without LEFT, or wrote only -. Uses include/overlay, isTail.
local trashKey = overlay .. 'trash'
if type(try('ZCARD', trashKey)) == 'table' then
  return damaged('trash')
end

local function trashedKey(id)
  return overlay .. 'trash:' .. id
end

-- Returns the set, score, operation and bytes of a trashed task, or nil if it is not in the trash.
local function inTrash(id)
  local value = try('GET', trashedKey(id))
  if type(value) ~= 'string' then
    return nil
  end
  local score, set, by, from = string.match(value, '^(%S+) (%S+) (%S*)\n()')
  if score then
    return set, score, by, string.sub(value, from)
  end
end

local copies = 0

-- Returns an unused id for a task in the trash: `wanted` if it is available.
local function freeTrashId(member, wanted)
  local digest = redis.sha1hex(member)
  local id = wanted or digest
  while call('EXISTS', trashedKey(id)) == 1 do
    copies = copies + 1
    id = digest .. string.sub(redis.sha1hex(time[1] .. ' ' .. time[2] .. ' ' .. copies), 1, 12)
  end
  return id
end

-- Moves a task to the trash. The caller must already have removed it from its set. `at`: time of the discard in ms;
-- `goesAt`: expiry time; `wanted`: its previous id in the trash, or nil. Returns its id.
local function intoTrash(set, score, member, by, at, goesAt, wanted)
  local id = freeTrashId(member, wanted)
  call('SET', trashedKey(id), score .. ' ' .. set .. ' ' .. by .. '\n' .. member, 'PXAT', whole(goesAt))
  call('ZADD', trashKey, whole(at), id)
  call('PEXPIRE', trashKey, trashKept)
  return id
end

local function outOfTrash(id)
  call('UNLINK', trashedKey(id))
  call('ZREM', trashKey, id)
end

-- Removes expired tasks from the trash index.
local function trimTrash()
  call('ZREMRANGEBYSCORE', trashKey, '-inf', whole(now - trashKept))
end

--- @include "membernames"

local function nearIn(score)
  local depth, ahead, behind, left = string.match(score or '', '^%-:(%d+):(%x*):(%x*):?(%d*)$')
  return depth and {ahead, behind, tonumber(depth), tonumber(left)}
end

-- Returns how many tasks would have run before this one in its list, or false if unknown.
local function depthIn(score)
  local near = nearIn(score)
  return near and near[3] or false
end

local function nearOf(id)
  local _, score = inTrash(id)
  return nearIn(score)
end

local function scoreOf(near)
  return '-:' .. whole(near[3]) .. ':' .. near[1] .. ':' .. near[2] .. (near[4] and ':' .. whole(near[4]) or '')
end

local function keepNear(id, near)
  local set, _, by, bytes = inTrash(id)
  call('SET', trashedKey(id), scoreOf(near) .. ' ' .. set .. ' ' .. by .. '\n' .. bytes, 'KEEPTTL')
end
--- @include "listorder"

-- Returns the SCORE for the task at the given index of a list.
local function scoreAt(key, index)
  return scoreOf(nearAt(key, index, call('LLEN', key)))
end

local back = {} -- tasks for putBackInLists(), by list
local function backInto(key, member, score)
  back[key] = back[key] or {}
  table.insert(back[key], {value = member, near = nearIn(score)})
end

local function putBackInLists()
  for key, items in pairs(back) do
    putInOrder(key, items)
  end
end
