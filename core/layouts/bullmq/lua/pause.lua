#!lua flags=allow-oom
-- Pauses or resumes a queue as BullMQ does, without losing jobs if both `wait` and `paused` exist.
-- Version 5 stores the waiting jobs of a paused queue in `paused`, and either version may have left
-- jobs in that list.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1: 1 to pause, 0 to resume; 2: unused; 3: major version of the workers as specified by the
--      user, or ''
-- Reply: 1 = done; 0 = already in that state; 2 = call again: a thousand jobs were moved
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "bullmqframe"
local wait, paused = base .. 'wait', base .. 'paused'

-- Moves up to a thousand jobs, in order, from `paused` to the end of `wait` that workers claim from. Returns whether
-- all jobs were moved.
local function join()
  for _ = 1, 1000 do
    if not call('LMOVE', paused, wait, 'LEFT', 'RIGHT') then
      return true
    end
  end
  return call('EXISTS', paused) == 0
end

if ARGV[1] == '1' then
  if isPaused then
    return 0
  end
  -- A `paused` list proves that version 5 workers are in use, whatever the version stamp says.
  if (major == '5' or call('EXISTS', paused) == 1) and call('EXISTS', wait) == 1 then
    if not join() then
      return 2
    end
    call('RENAME', wait, paused)
  end
  call('HSET', base .. 'meta', 'paused', '1')
  call('DEL', base .. 'marker')
  announce('event', 'paused')
  return 1
end
if not isPaused then
  return 0
end
if call('EXISTS', paused) == 1 then
  if call('EXISTS', wait) == 0 then
    call('RENAME', paused, wait)
  elseif not join() then
    return 2
  end
end
call('HDEL', base .. 'meta', 'paused')
isHeld = concurrency and call('LLEN', base .. 'active') >= concurrency
woke = call('LLEN', wait) + call('ZCARD', base .. 'prioritized') > 0
dueChanged = not woke
wake()
announce('event', 'resumed')
return 1
