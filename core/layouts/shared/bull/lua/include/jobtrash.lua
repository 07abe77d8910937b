-- Keeps discarded Bull or BullMQ jobs next to the queue until they expire. Keeps the job's hash itself and adds the
-- fields that a restore needs. Uses include/overlay, the layout's frame, and two functions of the layout.
-- leavePlace(id, set) is called when a job is removed from its queue; it returns additional data for the restore, if
-- any. putBack(id, set, score, data) returns the job's set and its score there, or nil for a list.
local isTail, nearField = true, 'dueline:near'
--- @include "idorder"
local trashKey = overlay .. 'trash'
if type(try('ZCARD', trashKey)) == 'table' then
  return damaged('trash')
end
local ourFields = {'dueline:set', 'dueline:score', 'dueline:op', 'dueline:de', 'dueline:until', 'dueline:priority', 'dueline:near',
  'dueline:others'}

-- Moves a job to the trash. The caller must already have removed it from its set. `at`: time of the discard in ms;
-- `goesAt`: expiry time; `near`: for a list, its neighbors as in include/listorder.
local function intoTrash(id, set, score, deduplication, operation, at, goesAt, near)
  local hash, kept, deKey = base .. id, overlay .. 'trash:' .. id, deduplication and base .. 'de:' .. deduplication
  local freed, ends = '', ''
  if deKey and try('GET', deKey) == id then
    freed, ends = deduplication, whole(call('PEXPIRETIME', deKey))
    call('DEL', deKey)
  end
  local priority = leavePlace(id, set)
  call('RENAME', hash, kept)
  if priority then
    call('HSET', kept, 'dueline:priority', priority)
  end
  call('HSET', kept, 'dueline:set', set, 'dueline:score', score or '', 'dueline:op', operation, 'dueline:de', freed, 'dueline:until', ends)
  if near then
    call('HSET', kept, 'dueline:near', cmsgpack.pack(near))
  end
  call('PEXPIREAT', kept, whole(goesAt))
  if call('EXISTS', hash .. ':logs') == 1 then
    call('RENAME', hash .. ':logs', kept .. ':logs')
    call('PEXPIREAT', kept .. ':logs', whole(goesAt))
  end
  call('ZADD', trashKey, whole(at), id)
  call('PEXPIRE', trashKey, trashKept)
end

-- Stores the positions of a job's other list entries in the trash, each in include/listorder's format.
local function keepOthers(id, others)
  if others then
    call('HSET', overlay .. 'trash:' .. id, 'dueline:others', cmsgpack.pack(others))
  end
end

local function addOther(id, near)
  local known = call('HGET', overlay .. 'trash:' .. id, 'dueline:others')
  local others = known and cmsgpack.unpack(known) or {}
  others[#others + 1] = near
  keepOthers(id, others)
end

-- Returns whether the job can't be restored because its id or deduplication id is in use again.
local function isTaken(id, freed)
  return call('EXISTS', base .. id) == 1 or freed and freed ~= '' and call('EXISTS', base .. 'de:' .. freed) == 1
end

local back = {} -- jobs to insert into the list

-- Moves a job from the trash back to its set; putBackInList() moves jobs back to lists. `known`: the values of
-- ourFields. Returns the job's set and its score there.
local function outOfTrash(id, known)
  local hash, kept = base .. id, overlay .. 'trash:' .. id
  local set, score, freed, ends = known[1], known[2], known[4], tonumber(known[5] or '')
  call('HDEL', kept, unpack(ourFields))
  call('PERSIST', kept)
  call('RENAME', kept, hash)
  if call('EXISTS', kept .. ':logs') == 1 then
    call('PERSIST', kept .. ':logs')
    call('RENAME', kept .. ':logs', hash .. ':logs')
  end
  if freed and freed ~= '' then
    if ends == -1 then
      call('SET', base .. 'de:' .. freed, id)
    elseif ends and ends > now then
      call('SET', base .. 'de:' .. freed, id, 'PXAT', whole(ends))
    end
  end
  call('ZREM', trashKey, id)
  set, score = putBack(id, set, score, known[6])
  if not set then
    back[#back + 1] = {value = id, near = known[7] and cmsgpack.unpack(known[7])}
    for _, near in ipairs(known[8] and cmsgpack.unpack(known[8]) or {}) do
      back[#back + 1] = {value = id, near = near}
    end
  end
  return set or waiting, score or ''
end

local function putBackInList()
  if #back > 0 then
    putInOrder(base .. waiting, back)
  end
end

-- Removes expired jobs from the trash index.
local function trimTrash()
  call('ZREMRANGEBYSCORE', trashKey, '-inf', whole(now - trashKept))
end
