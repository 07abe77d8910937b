-- Moves a Bull job to the trash or back. Uses include/overlay and include/bullframe.
local function leavePlace(id)
  local priority = call('ZSCORE', base .. 'priority', id)
  if priority then
    call('ZREM', base .. 'priority', id)
  end
  return priority
end

-- Moves a job from the trash back to its set. A job from a list is not inserted here: that is up to the caller. Returns
-- the job's set and its score there.
local function putBack(id, set, score, priority)
  if priority then
    call('ZADD', base .. 'priority', priority, id)
  end
  if set == 'wait' or set == 'paused' then
    announceWaiting(id)
    return nil
  end
  call('ZADD', base .. set, score, id)
  dueChanged = dueChanged or set == 'delayed'
  return set, score
end
--- @include "jobtrash"
