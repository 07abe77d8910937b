-- Checks that every script performs before changing an RQ queue. Uses include/overlay, where KEYS 1
-- is `rq:queues`, and ARGV 3: the queue's name, which may be any bytes. Provides the names of the
-- queue's keys without `rq:`, and the functions that change a job.
--- @include "isotime"
local layout = 'rq'
base = string.sub(base, 1, -7)
local queue = ARGV[3]
local list, taken = 'queue:' .. queue, 'queue:' .. queue .. ':intermediate'
local keyTypes = {queues = 'set', [list] = 'list', [taken] = 'list'}
for _, set in ipairs({'scheduled', 'deferred', 'ready', 'wip', 'failed', 'finished', 'canceled'}) do
  keyTypes[set .. ':' .. queue] = 'zset'
end
local wrong = otherType(keyTypes) or lacking({{'SADD', base .. 'queues', 'm'}, {'SREM', base .. 'queues', 'm'},
  {'ZADD', base .. 'scheduled:' .. queue, '1', 'm'}, {'ZREM', base .. 'scheduled:' .. queue, 'm'},
  {'ZSCORE', base .. 'scheduled:' .. queue, 'm'}, {'ZADD', base .. 'failed:' .. queue, '1', 'm'},
  {'ZREM', base .. 'failed:' .. queue, 'm'}, {'ZADD', base .. 'finished:' .. queue, '1', 'm'},
  {'ZREM', base .. 'finished:' .. queue, 'm'}, {'ZADD', base .. 'canceled:' .. queue, '1', 'm'},
  {'ZREM', base .. 'canceled:' .. queue, 'm'}, {'ZSCORE', base .. 'wip:' .. queue, 'm'},
  {'LPUSH', base .. list, 'v'}, {'RPUSH', base .. list, 'v'}, {'LREM', base .. list, '1', 'v'}, {'LSET', base .. list, '0', 'v'},
  {'LINDEX', base .. list, '0'}, {'LRANGE', base .. list, '0', '0'}, {'LPOS', base .. list, 'v'}, {'LLEN', base .. list},
  {'LPOP', base .. list}, {'LINSERT', base .. list, 'BEFORE', 'v', 'v'},
  {'LPOS', base .. taken, 'v'}, {'HSET', base .. 'job:', 'f', 'v'}, {'HDEL', base .. 'job:', 'f'}, {'HMGET', base .. 'job:', 'f'},
  {'EXISTS', base .. 'job:'}, {'PERSIST', base .. 'job:'}, {'PEXPIRE', base .. 'job:', '1'}, {'PEXPIREAT', base .. 'job:', '1'},
  {'PEXPIRETIME', base .. 'job:'}, {'UNLINK', base .. 'job:'}, {'UNLINK', base .. 'results:'},
  {'RPUSH', overlay .. 'op:', 'v'}, {'LPUSH', overlay .. 'op:', 'v'}, {'LSET', overlay .. 'op:', '0', 'v'},
  {'LINDEX', overlay .. 'op:', '0'}, {'LLEN', overlay .. 'op:'}, {'RPOP', overlay .. 'op:'}, {'LPOP', overlay .. 'op:'},
  {'HSET', overlay .. 'op:', 'f', 'v'}, {'HMGET', overlay .. 'op:', 'f'}, {'HINCRBY', overlay .. 'op:', 'f', '1'},
  {'HGETALL', overlay .. 'op:'}, {'EXISTS', overlay .. 'op:'}, {'PEXPIRE', overlay .. 'op:', '1'},
  {'GET', overlay .. 'm:'}, {'SET', overlay .. 'm:', 'v'}, {'HSET', overlay .. 'trash:', 'f', 'v'}, {'UNLINK', overlay .. 'trash:'}, {'PEXPIREAT', overlay .. 'trash:', '1'},
  {'PEXPIRETIME', overlay .. 'trash:'}})
if wrong then
  return wrong
end
local queuedAt = isoOf(tonumber(time[1]), tonumber(time[2])) -- enqueue time, different for each script call

local function keyOf(set)
  return set == 'queue' and base .. list or base .. set .. ':' .. queue
end

local function hashOf(id)
  return base .. 'job:' .. id
end

local isKnown
local last = {}

-- Adds the queue to the list of queues, as RQ does. Returns whether the queue is new.
local function register()
  local isNew = not isKnown and call('SADD', base .. 'queues', base .. list) == 1
  isKnown = true
  return isNew
end

-- Renews a job's lifetime, or removes the expiry of its hash. `goesAt`: previous expiry time in ms, or negative if there
-- was none.
local function renewExpiry(hash, ttl, goesAt)
  ttl = tonumber(ttl or '')
  if ttl and ttl > 0 then
    call('PEXPIRE', hash, whole(math.floor(ttl * 1000)))
  elseif goesAt >= 0 then
    call('PERSIST', hash)
  end
end

-- Makes a job ready as RQ's own enqueue does, before or after the other jobs. pushLast() pushes all jobs added at the
-- end together. Returns whether the queue is new.
local function enqueue(id, hash, ttl, goesAt, atFront)
  local isNew = register()
  call('HSET', hash, 'status', 'queued', 'enqueued_at', queuedAt)
  renewExpiry(hash, ttl, goesAt)
  if atFront then
    call('LPUSH', base .. list, id)
  else
    last[#last + 1] = id
  end
  return isNew
end

-- Schedules a job as RQ's own retry with an interval does. `due`: time in ms. Returns whether the queue is new, and the
-- job's score.
local function schedule(id, hash, ttl, goesAt, due)
  local isNew = register()
  call('HSET', hash, 'status', 'scheduled')
  renewExpiry(hash, ttl, goesAt)
  call('ZADD', base .. 'scheduled:' .. queue, whole(math.floor(due / 1000)), id)
  return isNew, call('ZSCORE', base .. 'scheduled:' .. queue, id)
end

local function pushLast()
  if #last > 0 then
    call('RPUSH', base .. list, unpack(last))
  end
end

-- Unregisters a queue that an action created, if undoing the action left it empty.
local function dropQueue()
  if call('EXISTS', base .. list) == 0 then
    call('SREM', base .. 'queues', base .. list)
  end
end

-- Restores a field's previous value, or deletes it.
local function putField(id, field, value)
  if value then
    call('HSET', hashOf(id), field, value)
  else
    call('HDEL', hashOf(id), field)
  end
end

-- Restores the expiry of a hash: a time in ms, or -1 for never.
local function endAt(id, goesAt)
  goesAt = tonumber(goesAt)
  if goesAt > 0 then
    call('PEXPIREAT', hashOf(id), whole(goesAt))
  else
    call('PERSIST', hashOf(id))
  end
end

local isTail, nearField = false, 'near'
--- @include "idorder"

-- Returns the data for restoring a job, if known: its set, its score there, its status, the
-- operation that discarded it, and its neighbors in the list. The last element contains the data of
-- jobs with the same id that were discarded earlier.
local function wayBack(id)
  local way = try('HMGET', overlay .. 'trash:' .. id, 'set', 'score', 'status', 'op', 'near', 'under')
  if not way.err and way[1] and keyTypes[way[1] == 'queue' and list or way[1] .. ':' .. queue] then
    return way
  end
end

-- Cancels a job and stores the data needed to restore it. Keeps the data of previously canceled
-- jobs with the same id.
local mostUnder = 100
local function cancel(id, at, set, score, status, by, goesAt, near)
  local key, canceledAt, under = overlay .. 'trash:' .. id, set == 'queue' and call('ZSCORE', keyOf('canceled'), id), nil
  if canceledAt then
    local way = wayBack(id) or {}
    under = way[6] and cmsgpack.unpack(way[6]) or {}
    under[#under + 1] = {way[1] or false, way[2], way[3], way[4], way[5] or false, canceledAt}
    if #under > mostUnder then
      table.remove(under, 1)
    end
  end
  call('HSET', hashOf(id), 'status', 'canceled')
  call('ZADD', keyOf('canceled'), at, id)
  call('UNLINK', key)
  call('HSET', key, 'set', set, 'score', score, 'status', status, 'op', by)
  if near then
    call('HSET', key, 'near', cmsgpack.pack(near))
  end
  if under then
    call('HSET', key, 'under', cmsgpack.pack(under))
  end
  call('PEXPIREAT', key, whole(goesAt))
end

-- Removes a job from the canceled jobs. `way`: the job's restore data, as returned by wayBack(). A job with the same id
-- that was canceled earlier stays canceled.
local function uncancel(id, way)
  local key = overlay .. 'trash:' .. id
  local goesAt = call('PEXPIRETIME', key)
  call('ZREM', keyOf('canceled'), id)
  call('UNLINK', key)
  if not way[6] then
    return
  end
  local under = cmsgpack.unpack(way[6])
  local last = table.remove(under)
  call('ZADD', keyOf('canceled'), last[6], id)
  if last[1] then
    call('HSET', key, 'set', last[1], 'score', last[2], 'status', last[3], 'op', last[4])
    if last[5] then
      call('HSET', key, 'near', last[5])
    end
    if #under > 0 then
      call('HSET', key, 'under', cmsgpack.pack(under))
    end
    call('PEXPIREAT', key, whole(goesAt))
  end
end

-- Moves a job back to the set it was in before it was canceled; putBackInList() moves jobs back to the list. `near`: as
-- returned by wayBack().
local back = {}
local function putBackAt(id, set, score, status, near)
  call('HSET', hashOf(id), 'status', status)
  if set == 'queue' then
    back[#back + 1] = {value = id, near = near and cmsgpack.unpack(near)}
    return '-'
  end
  call('ZADD', keyOf(set), score, id)
  return call('ZSCORE', keyOf(set), id)
end

local function putBackInList()
  if #back > 0 then
    putInOrder(base .. list, back)
  end
end
