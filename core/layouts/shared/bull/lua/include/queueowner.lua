-- Determines which framework owns the keys that Bull and BullMQ share, by the rules in
-- core/layouts/shared/bull/queueowner. Uses include/overlay. Jobs in the trash count like any others, so discarding
-- Bull's jobs doesn't turn the queue into a BullMQ queue.

-- Inspects one job. Returns whether it has the options that Bull always writes (nil if they were not read), and whether
-- it has fields that only Bull writes.
local function signsOfJob(hash)
  local size = try('HSTRLEN', hash, 'opts')
  if type(size) ~= 'number' or size == 0 or size > 4096 then
    return nil, false
  end
  local job = try('HMGET', hash, 'opts', 'attemptsMade', 'stalledCounter', 'retriedOn')
  if not string.find(job[1] or '', '"timestamp"', 1, true) then
    return false, false
  end
  local isJson, opts = pcall(cjson.decode, job[1])
  local isBare = isJson and type(opts) == 'table' and opts.attempts ~= nil and opts.delay ~= nil and opts.timestamp ~= nil
  return isBare, isBare and (job[2] or job[3] or job[4]) and true
end

-- Returns whether the entries at the ends of the lists and sets indicate BullMQ 3 or 4: either its marker in `wait`, or
-- a job that has `attemptsMade` but neither `atm` nor `ats`.
local function isOfEarlierBullmq()
  for _, at in ipairs({0, -1}) do
    local waits = try('LINDEX', base .. 'wait', at)
    if type(waits) == 'string' and string.sub(waits, 1, 2) == '0:' then
      return true
    end
    for _, set in ipairs({'completed', 'failed', 'delayed'}) do
      local id = try('ZRANGE', base .. set, at, at)[1]
      local job = id and try('HMGET', base .. id, 'attemptsMade', 'atm', 'ats') or {}
      if job[1] and not job[2] and not job[3] then
        return true
      end
    end
  end
  return false
end

-- Calls visit(id, hash, name) for the jobs at both ends of each list and set until visit returns true. `name` is the
-- name of the list or set, or nil for the trash. Returns whether visit returned true.
local function visitEnds(visit)
  local seen = {}
  local function isLast(id, start, name)
    if type(id) ~= 'string' or seen[start .. id] then
      return false
    end
    seen[start .. id] = true
    return visit(id, start .. id, name)
  end
  for _, at in ipairs({0, -1}) do
    for _, name in ipairs({'wait', 'paused', 'active'}) do
      if isLast(try('LINDEX', base .. name, at), base, name) then
        return true
      end
    end
    for _, set in ipairs({'prioritized', 'waiting-children', 'delayed', 'completed', 'failed'}) do
      if isLast(try('ZRANGE', base .. set, at, at)[1], base, set) then
        return true
      end
    end
    if isLast(try('ZRANGE', overlay .. 'trash', at, at)[1], overlay .. 'trash:', nil) then
      return true
    end
  end
  return false
end

-- Returns whether any keys that contain jobs exist: if so, the queue was not removed.
local function hasJobs()
  return call('EXISTS', base .. 'wait', base .. 'paused', base .. 'active', base .. 'delayed', base .. 'prioritized',
    base .. 'waiting-children', base .. 'completed', base .. 'failed') > 0
end

-- Returns whether the queue has jobs, in its own keys or in the trash: its last jobs may have been discarded.
local function hasJobsOrTrash()
  return hasJobs() or call('EXISTS', overlay .. 'trash') == 1
end

-- Returns whether sets exist that only BullMQ uses.
local function hasBullmqsSets()
  return call('TYPE', base .. 'prioritized').ok == 'zset' or call('TYPE', base .. 'waiting-children').ok == 'zset'
end

local function hasBullsKeys()
  return call('EXISTS', base .. 'meta-paused') == 1 or call('TYPE', base .. 'priority').ok == 'zset'
end

-- Returns the evidence that Bull uses the queue: `keys` (only Bull creates them), `jobs` (only Bull adds them),
-- `counter`, or nil. BullMQ increments the counter and writes `events` whenever it adds a job, so a counter without
-- `events` and without BullMQ jobs comes from Bull.
local function signOfBull()
  if hasBullsKeys() then
    return 'keys'
  end
  local hasEvents, hasOther = call('TYPE', base .. 'events').ok == 'stream', false
  local isBulls = visitEnds(function(id, hash, name)
    local isBare, hasFields = signsOfJob(hash)
    hasOther = hasOther or isBare == false or name == 'wait' and string.sub(id, 1, 2) == '0:'
    return hasFields or isBare and not hasEvents
  end)
  if isBulls then
    return 'jobs'
  end
  return not hasEvents and not hasOther and not hasBullmqsSets() and call('TYPE', base .. 'id').ok == 'string' and 'counter' or nil
end

-- Determines the owner of a queue without `meta` and `events`. Returns `bullmq` if the queue has other keys that only
-- BullMQ creates. Returns `unproven` if the queue could belong to either framework: no key or job is specific to one of
-- them, but some jobs are unlike Bull's, or ids refer to missing jobs. Returns nil otherwise.
local function unmarkedOwner()
  if hasBullsKeys() then
    return nil
  elseif hasBullmqsSets() then
    return 'bullmq'
  end
  local hasCounter, hasOther, isDoubtful = call('TYPE', base .. 'id').ok == 'string', false, false
  local isBulls = visitEnds(function(id, hash, name)
    local isBare = signsOfJob(hash)
    hasOther = hasOther or isBare == false
    isDoubtful = isDoubtful or hasOther
      or name == 'wait' and string.sub(id, 1, 2) == '0:'
      or name and isBare == nil and (not hasCounter or call('EXISTS', hash) == 0)
    return isBare
  end)
  if isBulls or not isDoubtful then
    return nil
  end
  return hasOther and call('EXISTS', base .. 'pc') == 1 and 'bullmq' or 'unproven'
end
