-- Tasks that are discarded lie beside their place until their time is over: `SCORE SET OPERATION`, a new line, and their bytes, by
-- the SHA-1 of these. SET is `queue` where it stood in a list; then SCORE is -. Uses include/overlay.
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
