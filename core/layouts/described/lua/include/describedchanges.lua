-- Changes to a described queue's keys, and its trash. Uses include/begin and include/overlay.
-- A change is {kind, key, slot, before, after, expiry of the key in ms or false, ...}, with false for a missing value:
--   z  slot is a member of a sorted set, the values are scores; then ms per unit of the score if a design's own mover
--      handles due tasks without checks, else false
--   l  slot is an item of a list, the values are true or false; then the end that runs next, the item behind it, true if the
--      item was put back near that end, not pushed at the other one, and its distance from that end, or false or nil
--   s  slot is a member of a set, the values are true or false
--   k  the value of a string          t  the score of a timestamp in an index; then the key of the timestamp
--   h  the value of field `slot` of a hash; then the expiries of the fields before and after, see fieldExpiries()
--   a  all fields of a hash, as a list; then their expiries
-- Several tasks may share a timestamp, so its index is updated at the end, from the keys that exist then.
local layout = 'described'
local typeOf = {z = 'zset', t = 'zset', l = 'list', s = 'set', k = 'string', h = 'hash', a = 'hash'}

local function commandsFor(kind, key)
  if kind == 'z' or kind == 't' then
    return {{'ZSCORE', key, 'm'}, {'ZADD', key, '1', 'm'}, {'ZREM', key, 'm'}}
  elseif kind == 'l' then
    return {{'LINDEX', key, '0'}, {'LPOS', key, 'm'}, {'LREM', key, '1', 'm'}, {'LPOP', key}, {'RPOP', key}, {'LPUSH', key, 'm'},
      {'RPUSH', key, 'm'}, {'LINSERT', key, 'BEFORE', 'm', 'm'}, {'LSET', key, '0', 'm'}, {'LLEN', key}}
  elseif kind == 's' then
    return {{'SISMEMBER', key, 'm'}, {'SADD', key, 'm'}, {'SREM', key, 'm'}}
  elseif kind == 'k' then
    return {{'GET', key}, {'SET', key, 'v'}, {'DEL', key}}
  elseif kind == 'h' then
    return {{'HGET', key, 'f'}, {'HSET', key, 'f', 'v'}, {'HDEL', key, 'f'}}
  elseif kind == 'a' then
    return {{'HGETALL', key}, {'HSET', key, 'f', 'v'}, {'DEL', key}}
  end
  return {}
end

-- Hash fields can expire on Redis 7.4 or later and on Valkey 9. ACL rules list every command that appears in a call,
-- and Redis 7.0 rejects rules with unknown commands, so the names of these commands are stored in variables.
local readFieldExpiry, setFieldExpiry = 'HPEXPIRETIME', 'HPEXPIREAT'
-- False if the server does not have these commands.
local canFieldsExpire = pcall(redis.acl_check_cmd, readFieldExpiry, overlay, 'FIELDS', '1', 'f')

-- Returns the expiry of each field of a hash in ms, with false for fields that have none, or just false if no field has
-- an expiry.
local function fieldExpiries(key, fields)
  local expiries, isAny = {}, false
  for from = 1, canFieldsExpire and #fields or 0, 1000 do
    local some = {unpack(fields, from, math.min(from + 999, #fields))}
    local found = try(readFieldExpiry, key, 'FIELDS', #some, unpack(some))
    if type(found) ~= 'table' or found.err then
      return false
    end
    for i = 1, #some do
      expiries[#expiries + 1] = found[i] > 0 and whole(found[i])
      isAny = isAny or found[i] > 0
    end
  end
  return isAny and expiries
end

-- Writes fields of a hash, given as a list of names and values, with expiries from fieldExpiries(). Redis removes
-- fields whose expiry has passed.
local function writeFields(key, list, expiries)
  for i = 1, #list, 2 do
    call('HSET', key, list[i], list[i + 1])
    local at = expiries and expiries[(i + 1) / 2]
    if at then
      call(setFieldExpiry, key, at, 'FIELDS', '1', list[i])
    end
  end
end

-- Returns the error if a key has a different type than described or the user may not change it, or nil. Called for all
-- keys before the first write.
local function objectionNow(kind, key)
  if kind == 'n' then
    return lacking({{'EXISTS', key}})
  end
  local wrong = lacking({{'EXISTS', key}, {'PEXPIRETIME', key}, {'PEXPIREAT', key, '1'}, {'TYPE', key}})
    or lacking(commandsFor(kind, key))
  if not wrong and canFieldsExpire and typeOf[kind] == 'hash' then
    wrong = lacking({{readFieldExpiry, key, 'FIELDS', '1', 'f'}, {setFieldExpiry, key, '1', 'FIELDS', '1', 'f'}})
  end
  if wrong then
    return wrong
  end
  local found = call('TYPE', key).ok
  if found ~= 'none' and found ~= typeOf[kind] then
    return damaged('= ' .. key)
  end
end
local objections = {} -- results by kind and key; false if there is no objection
local function objectionTo(kind, key)
  objections[kind] = objections[kind] or {}
  if objections[kind][key] == nil then
    objections[kind][key] = objectionNow(kind, key) or false
  end
  return objections[kind][key] or nil
end

local function objectionToOurs()
  return lacking({{'ZADD', overlay .. 'trash', '1', 'm'}, {'ZREM', overlay .. 'trash', 'm'},
    {'ZREMRANGEBYSCORE', overlay .. 'trash', '-inf', '0'}, {'HSET', overlay .. 'trash:', 'f', 'v'},
    {'HGETALL', overlay .. 'trash:'}, {'EXISTS', overlay .. 'trash:'}, {'PEXPIRETIME', overlay .. 'trash:'},
    {'UNLINK', overlay .. 'trash:'}, {'RPUSH', overlay .. 'op:', 'v'}, {'LPUSH', overlay .. 'op:', 'v'},
    {'LLEN', overlay .. 'op:'}, {'HGET', overlay .. 'op:', 'f'}, {'PEXPIRE', overlay .. 'op:', '1'}})
end

-- Returns the expiry of a key in ms, or false. Later calls return the first result, because a change may have removed
-- the key.
local expiries = {}
local function expiryOf(key)
  if expiries[key] == nil then
    local at = call('PEXPIRETIME', key)
    expiries[key] = at > 0 and whole(at) or false
  end
  return expiries[key]
end

-- Returns the end from which an added item is found sooner: 1 for the head, -1 for the tail.
local function directionTo(change)
  return (change[7] == 'tail') == (change[9] or false) and '-1' or '1'
end

-- Returns whether a change's result is still in place, so that the change can be reversed.
local function stands(change)
  local kind, key, slot, before, after = change[1], change[2], change[3], change[4], change[5]
  if kind == 'z' then
    local score = call('ZSCORE', key, slot)
    -- If the task was or is due, the design's mover may have read it, and would run it twice or lose it.
    local earliest = math.min(before and tonumber(before) or math.huge, after and tonumber(after) or math.huge)
    if change[7] and earliest * change[7] < now + 2000 then
      return false
    end
    return after and score and tonumber(score) == tonumber(after) or not after and not score
  elseif kind == 'l' then
    return not after or call('LPOS', key, slot, 'RANK', directionTo(change)) and true or false
  elseif kind == 's' then
    return (call('SISMEMBER', key, slot) == 1) == after
  elseif kind == 'k' then
    return call('GET', key) == after
  elseif kind == 'h' then
    return call('HGET', key, slot) == after
  elseif kind == 'a' then
    return (call('EXISTS', key) == 1) == (after and true or false)
  end
  return true
end

-- Replaces an item with the mark, if the item is at this distance from the end that runs next. Marks the right one of
-- several equal items, which other commands cannot tell apart.
local mark = redis.sha1hex(ARGV[1] .. ARGV[2] .. nowText)
local function markIn(key, item, runs, distance)
  local index = distance and (runs == 'tail' and -distance - 1 or distance)
  if not index or call('LINDEX', key, index) ~= item then
    return false
  end
  call('LSET', key, index, mark)
  return true
end

-- Puts an item back before the item that followed it. If that one has left the list, adds the item at the end that
-- workers claim from. If no item followed it, adds it at the other end. Returns its distance from the end that runs next.
local function backInList(key, item, runs, behind, distance)
  local isTail = runs == 'tail'
  local side = isTail and 'AFTER' or 'BEFORE'
  if not behind then
    return call(isTail and 'LPUSH' or 'RPUSH', key, item) - 1
  elseif markIn(key, behind, runs, distance) then
    call('LINSERT', key, side, mark, item)
    call('LSET', key, isTail and -distance - 2 or distance + 1, behind)
    return distance
  end
  local index = call('LPOS', key, behind)
  if not index then
    call(isTail and 'RPUSH' or 'LPUSH', key, item)
    return 0
  end
  local length = call('LINSERT', key, side, behind, item)
  return isTail and length - 2 - index or index
end

local indexes = {}

-- Reverses a change whose result is still in place. Returns the distance of an item that was put back in a list.
local function turn(change)
  local kind, key, slot, before = change[1], change[2], change[3], change[4]
  if kind == 't' then
    indexes[#indexes + 1] = change
    return
  end
  local returns, distance = change[6] and call('EXISTS', key) == 0, change[10]
  if kind == 'z' then
    if before then call('ZADD', key, before, slot) else call('ZREM', key, slot) end
  elseif kind == 'l' then
    if before then
      distance = backInList(key, slot, change[7], change[8], distance)
    elseif markIn(key, slot, change[7], distance) then
      call('LREM', key, change[7] == 'tail' and '-1' or '1', mark)
    else
      call('LREM', key, directionTo(change), slot)
    end
  elseif kind == 's' then
    call(before and 'SADD' or 'SREM', key, slot)
  elseif kind == 'k' then
    if before then call('SET', key, before, 'KEEPTTL') else call('DEL', key) end
  elseif kind == 'h' then
    if before then writeFields(key, {slot, before}, change[7]) else call('HDEL', key, slot) end
  elseif kind == 'a' then
    if before then writeFields(key, before, change[7]) else call('DEL', key) end
  end
  if returns and before then
    call('PEXPIREAT', key, change[6])
  end
  return distance
end

local function reversed(change, distance)
  local back = {unpack(change)}
  if change[1] ~= 't' then
    back[4], back[5] = change[5], change[4]
    if change[1] == 'l' then
      back[9], back[10] = change[9] or change[4], distance
    end
    if change[1] == 'h' then
      back[7], back[8] = change[8], change[7]
    end
  end
  return back
end

-- Reverses either all changes of a task or none. Returns whether they were reversed, and the changes that would undo
-- the reversal.
local function turnAll(changes)
  for _, change in ipairs(changes) do
    if not stands(change) then
      return false
    end
  end
  local back = {}
  for i = #changes, 1, -1 do
    back[#back + 1] = reversed(changes[i], turn(changes[i]))
  end
  return true, back
end

-- Each task in the trash has a hash with its former location (place), key, member, score and
-- payload; `n`, a sort key for the order in which tasks were discarded; and `was`, the packed
-- changes. A task's name in the trash is its id, followed by a number if that name is already in
-- use.
local trashKey = overlay .. 'trash'
if type(try('ZCARD', trashKey)) == 'table' then
  return damaged('trash')
end

-- Checks in one call whether any of these names is in use. If none are, freeTrashName() makes no further calls.
local areNamesFree, named = false, {}
local function lookInTrash(names)
  local keys = {}
  for i = 1, #names do
    keys[i] = overlay .. 'trash:' .. names[i]
  end
  areNamesFree = call('EXISTS', unpack(keys)) == 0
end

local function freeTrashName(id)
  local name, number = id, 1
  local isFree = areNamesFree and not named[id]
  while not isFree and call('EXISTS', overlay .. 'trash:' .. name) == 1 do
    number = number + 1
    name = id .. '~' .. number
  end
  named[name] = true
  return name
end

local trashed = {} -- times and names that finish() adds to the trash in one call
local function intoTrash(name, fields, at, expiresAt)
  local key = overlay .. 'trash:' .. name
  call('HSET', key, unpack(fields))
  call('PEXPIREAT', key, expiresAt)
  trashed[#trashed + 1], trashed[#trashed + 2] = at, name
end

-- Returns a trashed task's fields as a table, its expiry, and all fields as a list; nil if the task is not in the
-- trash.
local function inTrash(name)
  local list = try('HGETALL', overlay .. 'trash:' .. name)
  if list.err or #list == 0 then
    return nil
  end
  local fields = {}
  for i = 1, #list, 2 do
    fields[list[i]] = list[i + 1]
  end
  return fields.was and fields, whole(call('PEXPIRETIME', overlay .. 'trash:' .. name)), list
end

local function outOfTrash(name)
  call('UNLINK', overlay .. 'trash:' .. name)
  call('ZREM', trashKey, name)
end

-- Restores a task and returns the undo data: nil if it is not in the trash, false if the keys have changed since it was
-- discarded.
local function restore(name)
  local fields, expiresAt, list = inTrash(name)
  if not fields then
    return nil
  end
  local at = call('ZSCORE', trashKey, name) or nowText
  local isTurned, back = turnAll(cmsgpack.unpack(fields.was))
  if not isTurned then
    return false
  end
  outOfTrash(name)
  return {name, back, 'restored', list, at, expiresAt}
end

-- Finishes a step: updates the indexes and removes the names of expired tasks from the trash.
local function finish()
  if #trashed > 0 then
    call('ZADD', trashKey, unpack(trashed))
    call('PEXPIRE', trashKey, trashKept)
    call('ZREMRANGEBYSCORE', trashKey, '-inf', whole(now - trashKept))
  end
  for _, change in ipairs(indexes) do
    if call('EXISTS', change[7]) == 1 then
      call('ZADD', change[2], 'NX', change[4], change[3])
    else
      call('ZREM', change[2], change[3])
    end
  end
end
