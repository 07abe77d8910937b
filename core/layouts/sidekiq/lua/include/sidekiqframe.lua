-- Checks that every script performs before changing a Sidekiq installation. Uses include/overlay, where KEYS 1 is the
-- full name of the `queues` key, including the namespace.
local layout, isTail = 'sidekiq', true
base = string.sub(base, 1, -7)
local keyTypes = {queues = 'set', schedule = 'zset', retry = 'zset', dead = 'zset'}
local wrong = otherType(keyTypes) or lacking({{'SADD', base .. 'queues', 'm'}, {'SREM', base .. 'queues', 'm'},
  {'ZADD', base .. 'schedule', '1', 'm'}, {'ZREM', base .. 'schedule', 'm'}, {'ZSCORE', base .. 'schedule', 'm'},
  {'ZADD', base .. 'retry', '1', 'm'}, {'ZREM', base .. 'retry', 'm'}, {'ZSCORE', base .. 'retry', 'm'},
  {'ZADD', base .. 'dead', '1', 'm'}, {'ZREM', base .. 'dead', 'm'}, {'ZSCORE', base .. 'dead', 'm'},
  {'RPUSH', overlay .. 'op:', 'v'}, {'LPUSH', overlay .. 'op:', 'v'}, {'LSET', overlay .. 'op:', '0', 'v'},
  {'LINDEX', overlay .. 'op:', '0'}, {'LLEN', overlay .. 'op:'}, {'RPOP', overlay .. 'op:'}, {'LPOP', overlay .. 'op:'},
  {'HSET', overlay .. 'op:', 'f', 'v'}, {'HINCRBY', overlay .. 'op:', 'f', '1'}, {'HGETALL', overlay .. 'op:'},
  {'EXISTS', overlay .. 'op:'}, {'PEXPIRE', overlay .. 'op:', '1'}, {'SET', overlay .. 'trash:', 'v'},
  {'GET', overlay .. 'trash:'}, {'PEXPIRETIME', overlay .. 'trash:'}, {'UNLINK', overlay .. 'trash:'},
  {'ZCARD', overlay .. 'trash'}, {'ZADD', overlay .. 'trash', '1', 'm'}, {'ZREM', overlay .. 'trash', 'm'},
  {'ZREMRANGEBYSCORE', overlay .. 'trash', '-inf', '0'}})
if wrong then
  return wrong
end
-- Check the `interrupted` set only when it is used: it exists only with GitLab's reliable fetch, and the user may lack
-- permission to read it.
keyTypes.interrupted = 'zset'

-- Returns whether this is a list where GitLab's reliable fetch stores one process's jobs.
local function isHeldList(set)
  return string.sub(set, 1, 14) == 'working:queue:'
end

-- Adds a key to the keys whose types and permissions are checked before a write. Used for keys that only some
-- installations have.
local function note(keys, set)
  if isHeldList(set) or set == 'interrupted' then
    keys[set] = true
  end
end

-- Returns whether any of these keys, given one per line, shows that a process is alive: first the fetcher's heartbeat,
-- then Sidekiq's hashes.
local function isReported(keys)
  local now, isFirst = tonumber(call('TIME')[1]), true
  for key in string.gmatch(keys, '[^\n]+') do
    if isFirst and call('EXISTS', base .. key) == 1 then
      return true
    end
    local beat = not isFirst and tonumber(call('HGET', base .. key, 'beat') or '')
    if beat and now - beat < 60 then
      return true
    end
    isFirst = false
  end
  return false
end

-- Returns the error that prevents changes to these queues (a key of the wrong type, or a missing
-- permission), or nil. `names`: table whose keys are the names of the queues, which may be any
-- bytes. `others`: keys added by note(), or nil.
local function objectionTo(names, others)
  local types, commands = {}, {}
  for place in pairs(others or {}) do
    local key = base .. place
    types[place] = isHeldList(place) and 'list' or 'zset'
    for _, command in ipairs(isHeldList(place) and {{'LPOS', key, 'v'}, {'LREM', key, '1', 'v'}, {'RPUSH', key, 'v'}}
      or {{'ZADD', key, '1', 'm'}, {'ZREM', key, 'm'}, {'ZSCORE', key, 'm'}}) do
      commands[#commands + 1] = command
    end
  end
  for name in pairs(names) do
    local key = base .. 'queue:' .. name
    types['queue:' .. name] = 'list'
    for _, command in ipairs({{'LPUSH', key, 'v'}, {'RPUSH', key, 'v'}, {'LREM', key, '1', 'v'}, {'LSET', key, '0', 'v'},
      {'LINDEX', key, '0'}, {'LRANGE', key, '0', '0'}, {'LPOS', key, 'v'}, {'LLEN', key}, {'RPOP', key},
      {'LINSERT', key, 'BEFORE', 'v', 'v'}}) do
      commands[#commands + 1] = command
    end
  end
  return otherType(types) or lacking(commands)
end

-- Pushes a job and returns whether the queue is new.
local knownQueues = {}
local function pushTo(command, name, member)
  local isNew = not knownQueues[name] and call('SADD', base .. 'queues', name) == 1
  knownQueues[name] = true
  call(command, base .. 'queue:' .. name, member)
  return isNew
end

-- Unregisters a queue that an action created, if undoing the action left it empty.
local function dropQueue(name)
  if call('EXISTS', base .. 'queue:' .. name) == 0 then
    call('SREM', base .. 'queues', name)
  end
end

-- Returns a job with edits applied. `edits`: `FROM LENGTH TEXT …`, where FROM counts from 0. All
-- other bytes remain unchanged.
local function edited(member, edits)
  local parts, at = {}, 1
  for from, length, text in string.gmatch(edits, '(%d+) (%d+) (%S+)') do
    parts[#parts + 1] = string.sub(member, at, from)
    parts[#parts + 1] = text
    at = from + length + 1
  end
  parts[#parts + 1] = string.sub(member, at)
  return table.concat(parts)
end
