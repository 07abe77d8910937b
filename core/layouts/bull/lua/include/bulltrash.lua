-- Handles a job of Bull on its way into the trash and back. Uses include/overlay, include/bullframe.
local function leavePlace(id)
  local priority = call('ZSCORE', base .. 'priority', id)
  if priority then
    call('ZREM', base .. 'priority', id)
  end
  return priority
end

-- Moves a job from the trash back to its place, except into the list. Returns the set and the score it has there.
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
