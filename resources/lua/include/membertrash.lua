-- Tasks that are discarded lie beside their place until their time is over: `SCORE SET OPERATION`, a new line, and their bytes, by
-- the SHA-1 of these. SET is `queue` where it stood in a list; then SCORE is `-:DEPTH:AHEAD:BEHIND`, include/listorder's `near`, or
-- only -. Uses include/overlay, isTail.
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

-- It was taken out of its set before. `at`: since when it is there, ms; `goesAt`: when its time is over. Tells its id.
local function intoTrash(set, score, member, by, at, goesAt)
  local id = redis.sha1hex(member)
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
  local first = isTail and -depth - 101 or math.max(depth - 100, 0)
  for _, member in ipairs(call('LRANGE', key, first, isTail and math.min(first + 200, -1) or depth + 100)) do
    if nameOf(member) == name then
      return member
    end
  end
end

local function nearIn(score)
  local depth, ahead, behind = string.match(score or '', '^%-:(%d+):(%x*):(%x*)$')
  return depth and {ahead, behind, tonumber(depth)}
end

local function nearOf(id)
  local _, score = inTrash(id)
  return nearIn(score)
end
local function scoreOf(near)
  return '-:' .. whole(near[3]) .. ':' .. near[1] .. ':' .. near[2]
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
