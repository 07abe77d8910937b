-- Checks that every script performs before changing an asynq queue. Uses include/overlay, where
-- KEYS 1 is `asynq:{QUEUE}:`, and ARGV 3: the key that lists all queues, or '' if it is in a
-- different cluster slot. A queue missing from that key counts as removed, unless other keys still
-- contain its tasks: asynq's servers work without the listing. If `proven` follows the key's name,
-- the queue has tasks in groups that no key lists.
local layout = 'asynq'
local queue = string.match(base, '^asynq:{(.*)}:$')
local queuesKey, isProven = string.match(ARGV[3], '^(%S*)( ?)')
local isUnlisted = queuesKey ~= '' and redis.acl_check_cmd('SISMEMBER', queuesKey, queue) and try('SISMEMBER', queuesKey, queue) == 0
if isUnlisted then
  if isProven == '' and call('EXISTS', base .. 'pending', base .. 'active', base .. 'scheduled', base .. 'retry', base .. 'archived',
    base .. 'completed', base .. 'lease', base .. 'groups') == 0 then
    return refused('removed')
  end
  local lacks = lacking({{'SADD', queuesKey, queue}})
  if lacks then
    return lacks
  end
end
local wrong = otherType({pending = 'list', active = 'list', scheduled = 'zset', retry = 'zset', archived = 'zset', completed = 'zset',
  lease = 'zset', paused = 'string'}) or lacking({{'LPUSH', base .. 'pending', 'v'}, {'RPUSH', base .. 'pending', 'v'},
  {'LREM', base .. 'pending', '1', 'v'}, {'LSET', base .. 'pending', '0', 'v'}, {'LINDEX', base .. 'pending', '0'},
  {'LRANGE', base .. 'pending', '0', '0'}, {'LPOS', base .. 'pending', 'v'},
  {'RPOP', base .. 'pending'}, {'LINSERT', base .. 'pending', 'BEFORE', 'v', 'v'}, {'LLEN', base .. 'pending'},
  {'LPOS', base .. 'active', 'v'}, {'ZSCORE', base .. 'scheduled', 'm'}, {'ZADD', base .. 'scheduled', '1', 'm'},
  {'ZREM', base .. 'scheduled', 'm'}, {'ZADD', base .. 'retry', '1', 'm'}, {'ZREM', base .. 'retry', 'm'},
  {'ZADD', base .. 'archived', '1', 'm'}, {'ZREM', base .. 'archived', 'm'}, {'ZADD', base .. 'completed', '1', 'm'},
  {'ZREM', base .. 'completed', 'm'}, {'ZSCORE', base .. 'lease', 'm'}, {'HSET', base .. 't:', 'f', 'v'}, {'HDEL', base .. 't:', 'f'},
  {'HMGET', base .. 't:', 'f'}, {'EXISTS', base .. 't:'}, {'UNLINK', base .. 't:'}, {'RENAME', base .. 't:', overlay .. 'trash:'},
  {'RENAME', overlay .. 'trash:', base .. 't:'}, {'SET', base .. 'unique:', 'v'}, {'GET', base .. 'unique:'}, {'DEL', base .. 'unique:'},
  {'EXISTS', base .. 'unique:'}, {'PEXPIRETIME', base .. 'unique:'}, {'SET', base .. 'paused', 'v'}, {'DEL', base .. 'paused'},
  {'HSET', overlay .. 'trash:', 'f', 'v'}, {'HDEL', overlay .. 'trash:', 'f'}, {'HMGET', overlay .. 'trash:', 'f'},
  {'PERSIST', overlay .. 'trash:'}, {'PEXPIREAT', overlay .. 'trash:', '1'}, {'PEXPIRETIME', overlay .. 'trash:'},
  {'UNLINK', overlay .. 'trash:'}, {'ZADD', overlay .. 'trash', '1', 'm'}, {'ZREM', overlay .. 'trash', 'm'},
  {'ZSCORE', overlay .. 'trash', 'm'}, {'ZREMRANGEBYSCORE', overlay .. 'trash', '-inf', '0'}, {'PEXPIRE', overlay .. 'trash', '1'},
  {'RPUSH', overlay .. 'op:', 'v'}, {'LPUSH', overlay .. 'op:', 'v'}, {'LSET', overlay .. 'op:', '0', 'v'},
  {'LINDEX', overlay .. 'op:', '0'}, {'LLEN', overlay .. 'op:'}, {'RPOP', overlay .. 'op:'}, {'LPOP', overlay .. 'op:'},
  {'HSET', overlay .. 'op:', 'f', 'v'}, {'HMGET', overlay .. 'op:', 'f'}, {'HINCRBY', overlay .. 'op:', 'f', '1'},
  {'HGETALL', overlay .. 'op:'}, {'EXISTS', overlay .. 'op:'}, {'PEXPIRE', overlay .. 'op:', '1'}})
if wrong then
  return wrong
end
local pendingSince = string.format('%d%06d000', time[1], time[2]) -- time in ns, different for each script call
local trashKey = overlay .. 'trash'
if type(try('ZCARD', trashKey)) == 'table' then
  return damaged('trash')
end
local ourFields = {'dueline:set', 'dueline:score', 'dueline:op', 'dueline:until', 'dueline:near'}

local isTail, nearField = true, 'dueline:near'
--- @include "idorder"

local function hashOf(id)
  return base .. 't:' .. id
end

local function keyOf(set)
  return set == 'trash' and trashKey or base .. set
end

-- Restores a field's previous value, or deletes it.
local function putField(id, field, value)
  if value then
    call('HSET', hashOf(id), field, value)
  else
    call('HDEL', hashOf(id), field)
  end
end

-- Returns the unique key that the task holds, or nil if the key does not belong to this queue.
local function uniqueKeyOf(stored)
  local beginning = base .. 'unique:'
  return stored and string.sub(stored, 1, #beginning) == beginning and stored or nil
end

-- Frees the task's unique key if the task still holds it. Returns when the key would have expired, in ms, or ''.
local function freeUnique(id, stored)
  local key = uniqueKeyOf(stored)
  if not key or try('GET', key) ~= id then
    return ''
  end
  local ends = whole(call('PEXPIRETIME', key))
  call('DEL', key)
  return ends
end

-- Moves a task to the trash. Keeps the task's hash and adds the fields that a restore needs. The
-- caller must already have removed the task from its set. `at`: time of the discard in ms;
-- `goesAt`: expiry time; `near`: its neighbors in the list, as in include/listorder.
local function intoTrash(id, set, score, unique, by, at, goesAt, near)
  if isUnlisted then -- the queue may now have no keys, but the task must still be restorable
    call('SADD', queuesKey, queue)
    isUnlisted = false
  end
  local kept, ends = overlay .. 'trash:' .. id, freeUnique(id, unique)
  call('RENAME', hashOf(id), kept)
  call('HSET', kept, 'dueline:set', set, 'dueline:score', score or '', 'dueline:op', by, 'dueline:until', ends)
  if near then
    call('HSET', kept, 'dueline:near', cmsgpack.pack(near))
  end
  call('PEXPIREAT', kept, whole(goesAt))
  call('ZADD', trashKey, whole(at), id)
  call('PEXPIRE', trashKey, trashKept)
end

-- Returns whether the task can't be restored because its id or unique key is in use again.
local function isTaken(id, unique, ends)
  local key = ends ~= '' and uniqueKeyOf(unique)
  return call('EXISTS', hashOf(id)) == 1 or key and call('EXISTS', key) == 1
end

local back = {} -- tasks to insert into the list

-- Moves a task from the trash back to its set; putBackInList() moves tasks back to the list. `known`: the values of
-- ourFields. Returns the task's set and its score there.
local function outOfTrash(id, known, unique)
  local kept, set, score, ends = overlay .. 'trash:' .. id, known[1], known[2], tonumber(known[4] or '')
  call('HDEL', kept, unpack(ourFields))
  call('PERSIST', kept)
  call('RENAME', kept, hashOf(id))
  local key = uniqueKeyOf(unique)
  if key and ends == -1 then
    call('SET', key, id)
  elseif key and ends and ends > now then
    call('SET', key, id, 'PXAT', whole(ends))
  end
  call('ZREM', trashKey, id)
  if set == 'pending' then
    back[#back + 1] = {value = id, near = known[5] and cmsgpack.unpack(known[5])}
    return set, ''
  end
  call('ZADD', base .. set, score, id)
  return set, call('ZSCORE', base .. set, id)
end

local function putBackInList()
  if #back > 0 then
    putInOrder(base .. 'pending', back)
  end
end

-- Removes expired tasks from the trash index.
local function trimTrash()
  call('ZREMRANGEBYSCORE', trashKey, '-inf', whole(now - trashKept))
end
