-- Code shared by all scripts that change a BullMQ queue: the checks beforehand and the events
-- afterwards. The checks determine the queue's owner and version the same way as BullMQ's own
-- scripts. Uses include/overlay and ARGV 3: the major version of the workers as specified by the
-- user, `live` if workers are connected although the queue may have no keys, or ''. A version
-- specified by the user decides the owner unless Bull's own keys exist. Version 5 and 6 queues are
-- changed in the same way, so a queue without a version stamp (written by 5.0.0, or after FLUSHALL)
-- is accepted unless it shows traces of version 3 or 4.
--- @include "queueowner"
local layout = 'bullmq'
local meta = try('HMGET', base .. 'meta', 'paused', 'concurrency', 'version', 'opts.maxLenEvents')
if meta.err then
  return damaged('meta')
end
local stated, bulls = ARGV[3] == '5' or ARGV[3] == '6', signOfBull()
local isMarked = meta[3] or meta[4] or ARGV[3] == 'live' or call('EXISTS', base .. 'events') == 1
local unproven = not isMarked and unmarkedOwner() == 'unproven'
if unproven and not stated then
  return refused('unproven')
elseif not unproven and not meta[3] and not meta[4] and not (stated and hasJobsOrTrash()) and ARGV[3] ~= 'live'
  and (call('EXISTS', base .. 'meta') == 0 or hasJobs()) then
  return refused(hasJobs() and 'lost' or 'removed')
elseif bulls == 'keys' and stated then
  return refused('keys')
elseif bulls and not stated then
  return refused('both')
end
local disputed = bulls or unproven
local major = string.match(meta[3] or '', '^bullmq:(%d+)%.')
if not meta[3] and (meta[4] or stated or ARGV[3] == 'live') then
  major = stated and ARGV[3] or not isOfEarlierBullmq() and '5'
end
if major ~= '5' and major ~= '6' then
  return refused('version ' .. (meta[3] or ''))
end
local wrong = otherType({wait = 'list', paused = 'list', active = 'list', delayed = 'zset', prioritized = 'zset', failed = 'zset',
  completed = 'zset', ['waiting-children'] = 'zset', ['repeat'] = 'zset', marker = 'zset', events = 'stream', pc = 'string',
  id = 'string'}) or lacking({{'LPUSH', base .. 'wait', 'v'}, {'RPUSH', base .. 'wait', 'v'}, {'LREM', base .. 'wait', '1', 'v'},
  {'LINDEX', base .. 'wait', '0'}, {'HMGET', base .. 'id', 'f'}, {'HSTRLEN', base .. 'id', 'f'},
  {'LSET', base .. 'wait', '0', 'v'}, {'LMOVE', base .. 'wait', base .. 'paused', 'LEFT', 'RIGHT'}, {'LPOS', base .. 'wait', 'v'}, {'RPOP', base .. 'wait'},
  {'LINSERT', base .. 'wait', 'BEFORE', 'v', 'v'}, {'LRANGE', base .. 'wait', '0', '0'},
  {'ZADD', base .. 'delayed', '1', 'm'}, {'ZREM', base .. 'delayed', 'm'}, {'ZRANGE', base .. 'delayed', '0', '0'},
  {'HSET', base .. 'meta', 'f', 'v'}, {'HDEL', base .. 'meta', 'f'}, {'INCR', base .. 'pc'},
  {'XADD', base .. 'events', 'MAXLEN', '~', '1', '*', 'f', 'v'}, {'DEL', base .. 'marker'}, {'UNLINK', base .. 'id'},
  {'RENAME', base .. 'wait', overlay .. 'trash:'}, {'PERSIST', overlay .. 'trash:'}, {'PEXPIRE', overlay .. 'trash:', '1'},
  {'SET', base .. 'de:', 'v'}, {'GET', base .. 'de:'}, {'EXISTS', base .. 'id'}, {'PEXPIRETIME', base .. 'de:'},
  {'RPUSH', overlay .. 'op:', 'v'}, {'LPUSH', overlay .. 'op:', 'v'}, {'RPOP', overlay .. 'op:'}, {'LPOP', overlay .. 'op:'},
  {'ZADD', overlay .. 'trash', '1', 'm'}, {'HINCRBY', overlay .. 'op:', 'f', '1'}, {'HGETALL', overlay .. 'op:'},
  {'ZREMRANGEBYSCORE', overlay .. 'trash', '-inf', '0'}})
if wrong then
  return wrong
end
for _, counter in ipairs({'pc', 'id'}) do -- the script will increment both counters
  if not string.match(call('GET', base .. counter) or '0', '^%d+$') then
    return damaged(counter)
  end
end
local isPaused = meta[1] and true or false
local concurrency = tonumber(meta[2] or '')
local isHeld = isPaused or concurrency and call('LLEN', base .. 'active') >= concurrency
-- Version 5 keeps the waiting jobs of a paused queue in `paused`, and resumes by renaming that list
-- to `wait`. Version 6 uses only `wait`, and resumes by joining both lists. A dashboard may have
-- written the version stamp, so the scripts go by the lists that exist: a resume never loses jobs.
local isKeptApart = isPaused and (call('EXISTS', base .. 'paused') == 1 or call('EXISTS', base .. 'wait') == 0)
local waiting = isKeptApart and 'paused' or 'wait'
local maxEvents = string.match(meta[4] or '', '^%d+$') or '10000'
local woke, dueChanged = false, false

-- Publishes an event. In a disputed queue, the first event would count as evidence that the queue belongs to BullMQ, so
-- it is not published; workers don't need it.
local function announce(...)
  if disputed and call('EXISTS', base .. 'events') == 0 then
    return
  end
  call('XADD', base .. 'events', 'MAXLEN', '~', maxEvents, '*', ...)
end

-- Makes a job available to workers. Returns the job's position: `l` or `r` for an end of the list,
-- otherwise its score.
local function makeReady(id, priority, isLifo)
  woke = true
  priority = tonumber(priority or 0) or 0
  if priority <= 0 then
    call(isLifo and 'RPUSH' or 'LPUSH', base .. waiting, id)
    return isLifo and 'r' or 'l'
  end
  local score = whole(priority * 4294967296 + call('INCR', base .. 'pc') % 4294967296)
  call('ZADD', base .. 'prioritized', score, id)
  return score
end

-- Wakes the workers as BullMQ does. Called once after all changes.
local function wake()
  if isHeld then
    return
  end
  if woke then
    call('ZADD', base .. 'marker', '0', '0')
  end
  if dueChanged then
    local first = call('ZRANGE', base .. 'delayed', 0, 0, 'WITHSCORES')
    if first[2] then
      call('ZADD', base .. 'marker', whole(math.floor(tonumber(first[2]) / 4096)), '1')
    end
  end
end

-- Fields that change whenever a worker starts a job or another job takes its id. If these fields
-- are unchanged, the job is unchanged.
local historyFields = {'ats', 'atm', 'timestamp'}
local function historyOf(starts, attempts, addedAt)
  return (starts or '') .. ' ' .. (attempts or '') .. ' ' .. (addedAt or '')
end

-- Returns whether a job has a parent or children. Only BullMQ itself can process such jobs.
local function isInFlow(id, parentKey)
  local hash = base .. id
  return parentKey or call('EXISTS', hash .. ':dependencies', hash .. ':processed', hash .. ':unsuccessful', hash .. ':failed') > 0
end

-- Returns whether a job is the next run of its schedule.
local function isNextRun(id, scheduler)
  local score = scheduler and call('ZSCORE', base .. 'repeat', scheduler)
  return score and string.match(id, '[^:]*$') == whole(tonumber(score))
end
