#!lua flags=allow-oom
-- Undoes one step of an operation. Skips jobs that no longer match the state recorded with the
-- operation.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1: the operation to undo; 2: id of the undo operation; 3: major version of the workers as
--      specified by the user, or ''; 4: the operator; 5: maximum number of jobs
-- Reply: see include/undoend
-- Errors: `HELD OPERATOR MS`, GONE, `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "bullmqframe"
--- @include "bullmqtrash"
--- @include "undobegin"
--- @include "listplaces"
--- @include "takefromends"

-- Removes jobs from the lists and sets where an action put them, if they are still waiting there
-- and no worker has started them since. `leftAt` and `historyAt`: where an entry of the undo data
-- stores the job's position and history. Returns the indexes of the entries whose jobs were
-- removed. `delayedAt`: where an entry stores the score of a job that was delayed, if the action delays jobs.
local function takeReady(leftAt, historyAt, delayedAt)
  local ends, taken = {l = {}, r = {}}, {}
  for i, one in ipairs(was) do
    local job = try('HMGET', base .. one[1], 'ats', 'atm', 'timestamp')
    if not job.err and historyOf(unpack(job)) == one[historyAt] then
      local left, score = one[leftAt], delayedAt and one[delayedAt]
      if score then
        taken[i] = call('ZSCORE', base .. 'delayed', one[1]) == score and call('ZREM', base .. 'delayed', one[1]) == 1
        dueChanged = dueChanged or taken[i]
      elseif ends[left] then
        table.insert(ends[left], i)
      elseif call('ZSCORE', base .. 'prioritized', one[1]) == left then
        call('ZREM', base .. 'prioritized', one[1])
        taken[i] = true
      end
    end
  end
  takeFromEnds(ends, taken)
  return taken
end

local function backTo(set, id, score)
  call('ZADD', base .. set, score, id)
  dueChanged = dueChanged or set == 'delayed'
end

local undos = {
  retry = function()
    local taken = takeReady(6, 7, 8)
    for i, one in ipairs(was) do
      if taken[i] then
        backTo('failed', one[1], one[2])
        for n, field in ipairs({'finishedOn', 'processedOn', 'failedReason'}) do
          if one[2 + n] then
            call('HSET', base .. one[1], field, one[2 + n])
          end
        end
        if one[8] and one[9] then
          call('HSET', base .. one[1], 'delay', one[9])
        elseif one[8] then
          call('HDEL', base .. one[1], 'delay')
        end
        restored = restored + 1
      end
    end
  end,
  ['run-now'] = function()
    local taken = takeReady(4, 5)
    for i, one in ipairs(was) do
      if taken[i] then
        backTo('delayed', one[1], one[2])
        call('HSET', base .. one[1], 'delay', one[3] or '0')
        announce('event', 'delayed', 'jobId', one[1], 'delay', whole(math.floor(tonumber(one[2]) / 4096)))
        restored = restored + 1
      end
    end
  end,
  reschedule = function()
    for _, one in ipairs(was) do
      if call('ZSCORE', base .. 'delayed', one[1]) == one[4] then
        backTo('delayed', one[1], one[2])
        if one[3] then
          call('HSET', base .. one[1], 'delay', one[3])
        else
          call('HDEL', base .. one[1], 'delay')
        end
        announce('event', 'delayed', 'jobId', one[1], 'delay', whole(math.floor(tonumber(one[2]) / 4096)))
        restored = restored + 1
      end
    end
  end,
}
--- @include "jobundo"
--- @include "jobcontent"
--- @include "uneditfield"
if undos[kind] then
  undos[kind]()
  trimTrash()
  wake()
end
movedOn = #was - restored
--- @include "undoend"
