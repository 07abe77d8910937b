-- Reads a stream and its groups. Uses include/overlay, where KEYS 1 is the stream.
local layout, key = 'stream', KEYS[1]
local groups, mine = {}, nil

local function fieldsOf(flat)
  local fields = {}
  for i = 1, #flat, 2 do
    fields[flat[i]] = flat[i + 1]
  end
  return fields
end

-- Reads the groups. Returns the error if the key is not a stream or has no such group, or nil.
local function readGroups(name)
  local found = call('TYPE', key).ok
  if found ~= 'stream' then
    return found == 'none' and refused('removed') or damaged('= ' .. key)
  end
  for i, group in ipairs(call('XINFO', 'GROUPS', key)) do
    groups[i] = fieldsOf(group)
    if groups[i].name == name then
      mine = groups[i]
    end
  end
  return not mine and refused('removed') or nil
end

-- Returns an error that names a missing permission, or nil. `dead` and `delayed`: additional keys, or nil.
local function missingRight(dead, delayed)
  local commands = {{'XCLAIM', key, 'g', 'c', '0', '1-1'}, {'XACK', key, 'g', '1-1'}, {'XDEL', key, '1-1'},
    {'XADD', key, '*', 'f', 'v'}, {'RPUSH', overlay .. 'op:', 'v'}, {'HGET', overlay .. 'op:', 'f'},
    {'PEXPIRE', overlay .. 'op:', '1'}, {'LLEN', overlay .. 'op:'}, {'RPUSH', overlay .. 'trash:', 'v'},
    {'LRANGE', overlay .. 'trash:', '0', '0'}, {'EXISTS', overlay .. 'trash:'}, {'PEXPIREAT', overlay .. 'trash:', '1'},
    {'PEXPIRETIME', overlay .. 'trash:'}, {'UNLINK', overlay .. 'trash:'}, {'ZADD', overlay .. 'trash', '1', 'm'},
    {'ZREM', overlay .. 'trash', 'm'}, {'ZSCORE', overlay .. 'trash', 'm'},
    {'ZREMRANGEBYSCORE', overlay .. 'trash', '-inf', '0'}}
  for _, command in ipairs(dead and {{'XADD', dead, '*', 'f', 'v'}, {'XDEL', dead, '1-1'}} or {}) do
    commands[#commands + 1] = command
  end
  for _, command in ipairs(delayed and {{'ZADD', delayed, '1', 'm'}, {'ZREM', delayed, 'm'}} or {}) do
    commands[#commands + 1] = command
  end
  return lacking(commands)
end

-- Returns an error that names a key of the wrong type, or nil.
local function wrongType(dead, delayed)
  for name, wanted in pairs({[dead or ''] = 'stream', [delayed or ''] = 'zset'}) do
    local found = name ~= '' and call('TYPE', name).ok or 'none'
    if found ~= 'none' and found ~= wanted then
      return damaged('= ' .. name)
    end
  end
end

-- Returns whether the id `a` is after `b`. Compares lengths, then strings, because numbers would lose digits.
local function isAfter(a, b)
  local aMs, aSequence = string.match(a, '(%d+)-(%d+)')
  local bMs, bSequence = string.match(b, '(%d+)-(%d+)')
  if #aMs ~= #bMs then return #aMs > #bMs end
  if aMs ~= bMs then return aMs > bMs end
  if #aSequence ~= #bSequence then return #aSequence > #bSequence end
  return aSequence > bSequence
end

local function clock()
  local t = call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end

-- Returns the owner, deliveries, delivery time and idle time of a pending entry, with times in ms, or nil if it is not
-- pending. Servers report only the idle time, and Redis 7.0's clock advances during a script, so the entry is reread
-- until the clock shows the same time before and after.
local function pendingOf(id)
  local one, before
  for _ = 1, 8 do
    before = clock()
    one = call('XPENDING', key, mine.name, id, id, '1')[1]
    if not one then
      return nil
    elseif clock() == before then
      break
    end
  end
  return one[2] or '', one[4], before - one[3], one[3]
end

-- Returns an entry's fields as a list, or nil if it does not exist.
local function entryIn(stream, id)
  local entry = call('XRANGE', stream, id, id)[1]
  return entry and entry[2]
end

-- Returns whether no group has received the entry.
local function isUndelivered(id)
  for _, group in ipairs(groups) do
    if not isAfter(id, group['last-delivered-id']) or #call('XPENDING', key, group.name, id, id, '1') > 0 then
      return false
    end
  end
  return true
end

-- Sets the owner, delivery time and deliveries of an entry. `...`: FORCE if the entry is not
-- pending yet.
local function claim(id, owner, at, count, ...)
  call('XCLAIM', key, mine.name, owner, '0', id, 'TIME', whole(at), 'RETRYCOUNT', whole(count), 'JUSTID', ...)
end

-- A task in the trash is stored as a list: its place, its id or member, owner, deliveries, delivery time or score, the
-- operation that discarded it, and the fields of its entry.
local trashKey = overlay .. 'trash'
if type(try('ZCARD', trashKey)) == 'table' then
  return damaged('trash')
end

local function inTrash(name)
  local kept = try('LRANGE', overlay .. 'trash:' .. name, '0', '-1')
  return not kept.err and #kept > 0 and kept or nil
end

local function outOfTrash(name)
  call('UNLINK', overlay .. 'trash:' .. name)
  call('ZREM', trashKey, name)
end

-- Moves a task to the trash. Returns its name there: its id, followed by a number if that name is already in use.
local function intoTrash(id, kept, at, expiresAt)
  local name, number = id, 1
  while call('EXISTS', overlay .. 'trash:' .. name) == 1 do
    number = number + 1
    name = id .. '~' .. number
  end
  for i = 1, #kept, 1000 do
    call('RPUSH', overlay .. 'trash:' .. name, unpack(kept, i, math.min(i + 999, #kept)))
  end
  call('PEXPIREAT', overlay .. 'trash:' .. name, whole(expiresAt))
  call('ZADD', trashKey, whole(at), name)
  call('PEXPIRE', trashKey, trashKept)
  call('ZREMRANGEBYSCORE', trashKey, '-inf', whole(now - trashKept))
  return name
end

-- Returns the fields of a trashed entry.
local function keptFields(kept)
  return {unpack(kept, 7)}
end
