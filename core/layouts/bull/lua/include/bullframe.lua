-- Code shared by all scripts that change a Bull queue: the checks beforehand and the events
-- afterwards. Determines the queue's owner the same way as Bull's own scripts. Uses include/overlay
-- and ARGV 3: `yes` if the user specified Bull as the owner, even if BullMQ has also opened the
-- queue; `live` if Bull's workers are connected although the queue may have no keys.
--- @include "queueowner"
local layout = 'bull'
local meta = try('HMGET', base .. 'meta', 'version', 'opts.maxLenEvents')
if meta.err then
  return damaged('meta')
end
local isMarked = meta[1] or meta[2] or call('EXISTS', base .. 'events') == 1
local shown = ARGV[3] ~= 'yes' and not isMarked and unmarkedOwner()
if shown == 'unproven' then
  return refused('unproven')
elseif ARGV[3] ~= 'yes' and (isMarked or shown == 'bullmq' or call('EXISTS', base .. 'marker') == 1) then
  return refused('both')
elseif ARGV[3] ~= 'live' and call('EXISTS', base .. 'id', base .. 'meta-paused') == 0
  and not (ARGV[3] == 'yes' and hasJobsOrTrash()) then
  return refused(hasJobs() and 'lost' or 'removed')
end
local wrong = otherType({wait = 'list', paused = 'list', active = 'list', delayed = 'zset', failed = 'zset', completed = 'zset',
  priority = 'zset', ['repeat'] = 'zset', ['limiter:index'] = 'hash', ['meta-paused'] = 'string', id = 'string'})
  or lacking({{'LPUSH', base .. 'wait', 'v'}, {'RPUSH', base .. 'wait', 'v'}, {'LREM', base .. 'wait', '1', 'v'},
  {'LSET', base .. 'wait', '0', 'v'}, {'LINSERT', base .. 'wait', 'BEFORE', 'v', 'v'}, {'LINDEX', base .. 'wait', '0'},
  {'LMOVE', base .. 'wait', base .. 'paused', 'LEFT', 'RIGHT'}, {'LPOS', base .. 'wait', 'v'}, {'RPOP', base .. 'wait'}, {'LRANGE', base .. 'wait', '0', '0'},
  {'LLEN', base .. 'wait'}, {'ZSCORE', base .. 'delayed', 'm'}, {'HGET', base .. 'limiter:index', 'f'}, {'HGETALL', overlay .. 'op:'},
  {'ZADD', base .. 'delayed', '1', 'm'}, {'ZREM', base .. 'delayed', 'm'}, {'ZRANGE', base .. 'delayed', '0', '0'},
  {'ZCOUNT', base .. 'priority', '0', '1'}, {'HSET', base .. 'meta', 'f', 'v'}, {'HDEL', base .. 'meta', 'f'},
  {'HEXISTS', base .. 'limiter:index', 'f'}, {'INCR', base .. 'id'}, {'DEL', base .. 'meta-paused'}, {'UNLINK', base .. 'id'},
  {'RENAME', base .. 'wait', overlay .. 'trash:'}, {'PERSIST', overlay .. 'trash:'}, {'PEXPIRE', overlay .. 'trash:', '1'},
  {'PEXPIREAT', overlay .. 'trash:', '1'}, {'SET', base .. 'de:', 'v'}, {'GET', base .. 'de:'}, {'EXISTS', base .. 'id'},
  {'PEXPIRETIME', base .. 'de:'}, {'RPUSH', overlay .. 'op:', 'v'}, {'LPUSH', overlay .. 'op:', 'v'}, {'RPOP', overlay .. 'op:'},
  {'LPOP', overlay .. 'op:'}, {'ZADD', overlay .. 'trash', '1', 'm'}, {'HINCRBY', overlay .. 'op:', 'f', '1'},
  {'ZREMRANGEBYSCORE', overlay .. 'trash', '-inf', '0'}, {'PUBLISH', base .. 'waiting@dueline', 'v'},
  {'PUBLISH', base .. 'delayed', 'v'}, {'PUBLISH', base .. 'paused', 'v'}, {'PUBLISH', base .. 'resumed', 'v'}})
if wrong then
  return wrong
end
-- `id` counts the jobs; every add increments it
if not string.match(call('GET', base .. 'id') or '0', '^%d+$') then
  return damaged('id')
end
local isPaused = call('EXISTS', base .. 'meta-paused') == 1
local waiting = isPaused and 'paused' or 'wait'
local dueChanged = false

local function announceWaiting(id)
  call('PUBLISH', base .. 'waiting@dueline', id)
end

-- Returns a priority as Bull interprets it, or 0 if there is none.
local function priorityOf(text)
  local priority = tonumber(text or 0) or 0
  return priority == priority and math.abs(priority) < math.huge and priority or 0
end

-- Makes a job available to workers. Returns the job's position: `l` or `r` for an end of the list,
-- otherwise its priority. A job with a priority is inserted after the jobs of equal urgency,
-- counted as Bull counts them.
local function makeReady(id, priority, isLifo)
  local list = base .. waiting
  if priority == 0 then
    call(isLifo and 'RPUSH' or 'LPUSH', list, id)
    announceWaiting(id)
    return isLifo and 'r' or 'l'
  end
  call('ZADD', base .. 'priority', string.format('%.17g', priority), id)
  local score = call('ZSCORE', base .. 'priority', id)
  local before = math.min(call('ZCOUNT', base .. 'priority', '-inf', score) - 1, call('LLEN', list))
  local behind = before > 0 and call('LINDEX', list, -before)
  if behind then
    call('LINSERT', list, 'BEFORE', behind, id)
  else
    call('RPUSH', list, id)
  end
  announceWaiting(id)
  return score
end

-- Wakes the workers: each worker sleeps until the earliest due time it knows of. Called once, after all changes.
local function wake()
  local first = dueChanged and call('ZRANGE', base .. 'delayed', 0, 0, 'WITHSCORES') or {}
  if first[2] then
    call('PUBLISH', base .. 'delayed', whole(math.floor(tonumber(first[2]) / 4096)))
  end
end

-- Fields that change whenever a worker starts a job or another job takes its id. If these fields
-- are unchanged, the job is unchanged.
local historyFields = {'processedOn', 'attemptsMade', 'timestamp'}
local function historyOf(startedAt, attempts, addedAt)
  return (startedAt or '') .. ' ' .. (attempts or '') .. ' ' .. (addedAt or '')
end

-- Returns whether the queue's rate limit delays a job.
local function isLimited(id)
  return call('HEXISTS', base .. 'limiter:index', id) == 1
end

-- Returns whether a job is the next run of a repeating job; also true if its options are unreadable.
local function isNextRun(id)
  if string.sub(id, 1, 7) ~= 'repeat:' then
    return false
  end
  local opts = call('HGET', base .. id, 'opts')
  local isJson, read = pcall(cjson.decode, opts or '')
  if not isJson or type(read) ~= 'table' or type(read['repeat']) ~= 'table' then
    return true
  end
  local score = call('ZSCORE', base .. 'repeat', tostring(read['repeat'].key))
  return score and string.match(id, '[^:]*$') == whole(tonumber(score))
end
