-- Checks that every script performs before changing Horizon's data. Uses include/overlay, where
-- KEYS 1 is the full name of the `failed_jobs` key, including Horizon's key prefix.
local layout = 'laravel'
base = string.sub(base, 1, -12)
local wrong = otherType({failed_jobs = 'zset', recent_failed_jobs = 'zset', recent_jobs = 'zset', pending_jobs = 'zset',
  monitoring = 'set'}) or lacking({{'ZADD', base .. 'failed_jobs', '1', 'm'}, {'ZREM', base .. 'failed_jobs', 'm'},
  {'ZSCORE', base .. 'failed_jobs', 'm'}, {'ZADD', base .. 'recent_failed_jobs', '1', 'm'},
  {'ZREM', base .. 'recent_failed_jobs', 'm'}, {'ZADD', base .. 'recent_jobs', '1', 'm'}, {'ZREM', base .. 'recent_jobs', 'm'},
  {'ZADD', base .. 'pending_jobs', '1', 'm'}, {'ZREM', base .. 'pending_jobs', 'm'}, {'SISMEMBER', base .. 'monitoring', 'm'},
  {'HMGET', base .. 'id', 'f'}, {'HGET', base .. 'id', 'f'}, {'HSET', base .. 'id', 'f', 'v'}, {'HDEL', base .. 'id', 'f'},
  {'EXPIREAT', base .. 'id', '1'}, {'PEXPIREAT', base .. 'id', '1'}, {'PERSIST', base .. 'id'},
  {'PEXPIRETIME', base .. 'id'}, {'UNLINK', base .. 'id'},
  {'EXISTS', base .. 'id'}, {'RENAME', base .. 'id', overlay .. 'trash:'}, {'HSET', overlay .. 'trash:', 'f', 'v'},
  {'HDEL', overlay .. 'trash:', 'f'}, {'HMGET', overlay .. 'trash:', 'f'}, {'RPUSH', overlay .. 'op:', 'v'},
  {'LPUSH', overlay .. 'op:', 'v'}, {'LSET', overlay .. 'op:', '0', 'v'}, {'LINDEX', overlay .. 'op:', '0'},
  {'LLEN', overlay .. 'op:'}, {'RPOP', overlay .. 'op:'}, {'LPOP', overlay .. 'op:'}, {'HINCRBY', overlay .. 'op:', 'f', '1'},
  {'HGETALL', overlay .. 'op:'}, {'PEXPIRE', overlay .. 'op:', '1'}, {'UNLINK', overlay .. 'trash:'}, {'ZCARD', overlay .. 'trash'},
  {'ZADD', overlay .. 'trash', '1', 'm'}, {'ZREM', overlay .. 'trash', 'm'},
  {'ZREMRANGEBYSCORE', overlay .. 'trash', '-inf', '0'}, {'GET', overlay .. 'm:'}, {'SET', overlay .. 'm:', 'v'}})
if wrong then
  return wrong
end

-- Returns the error that prevents pushes to these lists (a key of the wrong type, or a missing permission), or nil.
-- `lists`: keys of the lists; `isLater`: jobs are pushed to their sets of delayed jobs instead.
local function objectionTo(lists, isLater)
  local commands = {}
  for key in pairs(lists) do
    local delayed = isLater and key .. ':delayed'
    local kept = delayed and call('TYPE', delayed).ok or 'none'
    if kept ~= 'none' and kept ~= 'zset' then
      return redis.error_reply('DAMAGED = ' .. delayed)
    end
    for _, command in ipairs(delayed and {{'ZADD', delayed, '1', 'm'}, {'ZREM', delayed, 'm'}, {'ZSCORE', delayed, 'm'}} or {}) do
      commands[#commands + 1] = command
    end
    for _, one in ipairs({key, key .. ':notify'}) do
      local found = call('TYPE', one).ok
      if found ~= 'none' and found ~= 'list' then
        return redis.error_reply('DAMAGED = ' .. one)
      end
    end
    for _, command in ipairs({{'RPUSH', key, 'v'}, {'LREM', key, '1', 'v'}, {'LSET', key, '0', 'v'}, {'LINDEX', key, '0'},
      {'LRANGE', key, '0', '0'}, {'LPOS', key, 'v'}, {'LLEN', key}, {'RPUSH', key .. ':notify', '1'}, {'RPOP', key .. ':notify'}}) do
      commands[#commands + 1] = command
    end
  end
  return lacking(commands)
end

-- Keep discarded jobs next to Horizon's keys until they expire. Their hashes remain, with additional fields needed for
-- a restore.
local trashKey = overlay .. 'trash'
if type(try('ZCARD', trashKey)) == 'table' then
  return damaged('trash')
end
local ourFields = {'dueline:set', 'dueline:score', 'dueline:recent', 'dueline:op', 'dueline:until'}

local function trashedKey(id)
  return overlay .. 'trash:' .. id
end

-- Moves a job from Horizon's sets into the trash. `at`: time of the discard in ms; `goesAt`: expiry time.
local function intoTrash(id, score, by, at, goesAt)
  local recent, ends = call('ZSCORE', base .. 'recent_failed_jobs', id), call('PEXPIRETIME', base .. id)
  call('ZREM', base .. 'failed_jobs', id)
  call('ZREM', base .. 'recent_failed_jobs', id)
  call('RENAME', base .. id, trashedKey(id))
  call('HSET', trashedKey(id), 'dueline:set', 'failed_jobs', 'dueline:score', score, 'dueline:recent', recent or '', 'dueline:op', by,
    'dueline:until', whole(ends))
  call('PEXPIREAT', trashedKey(id), whole(goesAt))
  call('ZADD', trashKey, whole(at), id)
  call('PEXPIRE', trashKey, trashKept)
end

-- Returns the values of ourFields, or nil if the job is not in the trash.
local function inTrash(id)
  local known = try('HMGET', trashedKey(id), unpack(ourFields))
  return not known.err and known[1] and known or nil
end

-- Returns whether a job can't be restored because its id is in use again.
local function isTaken(id)
  return call('EXISTS', base .. id) == 1 or call('ZSCORE', base .. 'failed_jobs', id)
end

-- Moves a job from the trash back to its set and restores its previous expiry. A job that would have expired by now is
-- kept for one more day.
local function outOfTrash(id, known)
  call('HDEL', trashedKey(id), unpack(ourFields))
  call('RENAME', trashedKey(id), base .. id)
  local ends = tonumber(known[5] or '') or 0
  if ends == -1 then
    call('PERSIST', base .. id)
  else
    call('PEXPIREAT', base .. id, whole(ends > now and ends or now + undoKept))
  end
  call('ZADD', base .. 'failed_jobs', known[2], id)
  if known[3] ~= '' then
    call('ZADD', base .. 'recent_failed_jobs', known[3], id)
  end
  call('ZREM', trashKey, id)
end

local function trimTrash()
  call('ZREMRANGEBYSCORE', trashKey, '-inf', whole(now - trashKept))
end

-- Splits a string into its parts, each stored as `LENGTH:BYTES…`.
local function partsOf(text)
  local parts, at = {}, 1
  while at <= #text do
    local length, from = string.match(text, '^(%d+):()', at)
    parts[#parts + 1] = string.sub(text, from, from + length - 1)
    at = from + length
  end
  return parts
end
