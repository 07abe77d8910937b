-- Moves tasks that Dueline has claimed from a described queue into the native queue that they run from. Uses
-- include/begin and include/overlay.
local run = {}
for _, role in ipairs({'tasks', 'retry', 'done', 'history', 'results', 'before', 'meta', 'leases'}) do
  run[role] = overlay .. 'run:' .. role
end
--- @include "makeoverlay"
local isPaused, isRunMade, arrivals = false, false, 0

-- Returns the error if the native queue cannot receive tasks, or nil. Called before the first write.
local function objectionToRun()
  local wrong = lacking({{'HEXISTS', run.tasks, 'f'}, {'HSET', run.tasks, 'f', 'v'}, {'ZADD', run.retry, '1', 'm'},
    {'ZREM', run.done, 'm'}, {'HDEL', run.history, 'f'}, {'HSETNX', run.leases, 'f', 'v'}, {'HMGET', run.meta, 'f'}})
  if wrong then
    return wrong
  end
  local meta = try('HMGET', run.meta, 'version', 'paused')
  if meta.err then
    return damaged('= ' .. run.meta)
  end
  if meta[1] and meta[1] ~= '1' then
    return newer(meta[1])
  end
  isRunMade, isPaused = meta[1], meta[2]
  for key, probe in pairs({[run.tasks] = 'HLEN', [run.retry] = 'ZCARD', [run.done] = 'ZCARD'}) do
    if type(try(probe, key)) == 'table' then
      return damaged('= ' .. key)
    end
  end
end

-- Returns an id that is not in use in the native queue: the given id, or this id with a number appended. An id that is
-- recorded only as done is released and reused.
local function freeRunId(id)
  local name, number = id, 1
  while call('HEXISTS', run.tasks, name) == 1 do
    if call('ZREM', run.done, name) == 1 then
      for _, role in ipairs({'history', 'results', 'before'}) do
        try('HDEL', run[role], name)
      end
      return name
    end
    -- After 50 attempts, continue from the current time, which is very unlikely to be in use.
    number = number == 50 and time[1] % 1000000 * 1000000 + time[2] or number + 1
    name = id .. '~' .. whole(number)
  end
  return name
end

-- Adds a task. `due`: due time in ms; if empty, the task is due now, after the tasks added before it.
local function intoRun(id, due, payload)
  if not isRunMade then
    makeOverlay(run.meta, run.leases)
    isRunMade = true
  end
  arrivals = arrivals + 1
  local name = freeRunId(id)
  call('HSET', run.tasks, name, '{}\n' .. payload)
  call('ZADD', run.retry, due ~= '' and due or string.format('%.4f', now - 1 + math.min(arrivals / 2048, 1)), name)
end
