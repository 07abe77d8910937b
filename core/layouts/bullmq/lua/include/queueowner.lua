-- Decides who owns the keys that Bull and BullMQ share, by the rules of core/layouts/bulljobs/queueowner. Uses include/overlay. A
-- job in the trash counts like any other: discarding Bull's jobs does not make the queue BullMQ's.

-- Inspects one job. Returns whether it has the options that Bull always writes (nil: not read), and whether it has fields that
-- only Bull writes.
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

-- Returns whether the ends of the lists and sets show BullMQ 3 or 4: their markers in `wait`, or jobs with only their attempts
-- field.
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

-- Returns the evidence that Bull uses the queue: `keys` that only Bull has, `jobs` that only Bull adds, or nil. Every add of BullMQ
-- increments the counter and writes `events`. A `counter` without it and without jobs of BullMQ is what Bull leaves behind.
local function signOfBull()
  if call('EXISTS', base .. 'meta-paused') == 1 or call('TYPE', base .. 'priority').ok == 'zset' then
    return 'keys'
  end
  local hasEvents, hasOther, seen = call('TYPE', base .. 'events').ok == 'stream', false, {}
  local function isBulls(id, hash)
    if type(id) ~= 'string' or seen[hash] then
      return false
    end
    seen[hash] = true
    local isBare, hasFields = signsOfJob(hash)
    hasOther = hasOther or isBare == false
    return hasFields or isBare and not hasEvents
  end
  for _, at in ipairs({0, -1}) do
    for _, name in ipairs({'wait', 'paused', 'active'}) do
      local id = try('LINDEX', base .. name, at)
      if isBulls(id, base .. tostring(id)) then
        return 'jobs'
      end
    end
    for _, set in ipairs({'delayed', 'completed', 'failed'}) do
      local id = try('ZRANGE', base .. set, at, at)[1]
      if isBulls(id, base .. tostring(id)) then
        return 'jobs'
      end
    end
    local id = try('ZRANGE', overlay .. 'trash', at, at)[1]
    if isBulls(id, overlay .. 'trash:' .. tostring(id)) then
      return 'jobs'
    end
  end
  return not hasEvents and not hasOther and call('TYPE', base .. 'id').ok == 'string' and 'counter' or nil
end
