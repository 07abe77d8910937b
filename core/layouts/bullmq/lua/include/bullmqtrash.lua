-- Moves a BullMQ job to the trash or back. Uses include/overlay and include/bullmqframe.
local function leavePlace(id, set)
  announce('event', 'removed', 'jobId', id, 'prev', set)
  dueChanged = dueChanged or set == 'delayed'
end

-- Moves a job from the trash back to its set. A job from a list is not inserted here: that is up to the caller. Returns
-- the job's set and its score there.
local function putBack(id, set, score)
  if set == 'wait' or set == 'paused' then
    woke = true
    announce('event', 'waiting', 'jobId', id, 'prev', 'removed')
    return nil
  end
  call('ZADD', base .. set, score, id)
  if set == 'prioritized' then
    woke = true
    announce('event', 'waiting', 'jobId', id, 'prev', 'removed')
  elseif set == 'delayed' then
    dueChanged = true
    announce('event', 'delayed', 'jobId', id, 'delay', whole(math.floor(tonumber(score) / 4096)))
  end
  return set, score
end
--- @include "jobtrash"
