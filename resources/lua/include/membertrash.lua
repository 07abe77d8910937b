-- Tasks that are discarded lie beside their place until their time is over: `SCORE SET OPERATION`, a new line, and their bytes, by
-- the SHA-1 of these, with more digits behind where an equal one lies there. SET is `queue` where it stood in a list; then SCORE is
-- `-:DEPTH:AHEAD:BEHIND:LEFT`, include/listorder's `near`, without LEFT where older programs wrote it, or only -. Uses
-- include/overlay, isTail.
local trashKey = overlay .. 'trash'
if type(try('ZCARD', trashKey)) == 'table' then
  return damaged('trash')
end

local function trashedKey(id)
  return overlay .. 'trash:' .. id
end

-- Set, score, operation and bytes of a task in the trash; nothing when it is not there.
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

-- An id for a task in the trash that no other has: `wanted`, if nothing lies there.
local function freeTrashId(member, wanted)
  local digest = redis.sha1hex(member)
  local id = wanted or digest
  while call('EXISTS', trashedKey(id)) == 1 do
    copies = copies + 1
    id = digest .. string.sub(redis.sha1hex(time[1] .. ' ' .. time[2] .. ' ' .. copies), 1, 12)
  end
  return id
end

-- It was taken out of its set before. `at`: since when it is there, ms; `goesAt`: when its time is over; `wanted`: the id it had there
-- before, or nothing. Tells its id.
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

-- Entries whose tasks are gone with their time.
local function trimTrash()
  call('ZREMRANGEBYSCORE', trashKey, '-inf', whole(now - trashKept))
end

local function nameOf(member)
  return redis.sha1hex(member)
end

local function valueOf(key, name, depth)
  local first, last = math.max(depth - 100, 0), depth + 100
  if isTail then
    first, last = math.max(-last - 1, -call('LLEN', key)), -first - 1
  end
  local value, index, distance
  for i, member in ipairs(call('LRANGE', key, first, last)) do
    local at = first + i - 1
    local off = math.abs((isTail and -at - 1 or at) - depth)
    if (not distance or off < distance) and nameOf(member) == name then
      value, index, distance = member, at, off
    end
  end
  return value, index
end

local function nearIn(score)
  local depth, ahead, behind, left = string.match(score or '', '^%-:(%d+):(%x*):(%x*):?(%d*)$')
  return depth and {ahead, behind, tonumber(depth), tonumber(left)}
end

-- How many ran before a task in its list, or false.
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

-- The SCORE of one that stands at an index of a list.
local function scoreAt(key, index)
  return scoreOf(nearAt(key, index, call('LLEN', key)))
end

local back = {} -- by list, what is put back there by putBackInLists()
local function backInto(key, member, score)
  back[key] = back[key] or {}
  table.insert(back[key], {value = member, near = nearIn(score)})
end

local function putBackInLists()
  for key, items in pairs(back) do
    putInOrder(key, items)
  end
end
