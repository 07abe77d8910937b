#!lua flags=allow-oom
-- Pauses or resumes a queue as Bull does. Bull renames one list to the other and would lose jobs if both exist, so this
-- script merges them first.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1: 1 to pause, 0 to resume; 2: unused; 3: `yes` if the user specified Bull as the owner
-- Reply: 1 = done; 0 = already in that state; 2 = call again: a thousand jobs were moved
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "bullframe"
local wait, paused = base .. 'wait', base .. 'paused'

-- Moves up to a thousand jobs from `paused` to `wait`, keeping their order. Returns whether all
-- jobs were moved.
local function join(from, to)
  for _ = 1, 1000 do
    if not call('LMOVE', paused, wait, from, to) then
      return true
    end
  end
  return call('EXISTS', paused) == 0
end

if ARGV[1] == '1' then
  if isPaused then
    return 0
  end
  if call('EXISTS', wait) == 1 then
    -- The remaining jobs are older, so they are added to the end that workers claim from.
    if not join('LEFT', 'RIGHT') then
      return 2
    end
    call('RENAME', wait, paused)
  end
  call('SET', base .. 'meta-paused', '1')
  call('HSET', base .. 'meta', 'paused', '1')
  call('PUBLISH', base .. 'paused', 'paused')
  return 1
end
if not isPaused and call('HEXISTS', base .. 'meta', 'paused') == 0 then
  return 0
end
if call('EXISTS', paused) == 1 then
  if call('EXISTS', wait) == 0 then
    call('RENAME', paused, wait)
  elseif not join('RIGHT', 'LEFT') then
    return 2
  end
end
call('DEL', base .. 'meta-paused')
call('HDEL', base .. 'meta', 'paused')
call('PUBLISH', base .. 'resumed', 'resumed')
return 1
