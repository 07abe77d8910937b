#!lua flags=allow-oom
-- Pauses or resumes a queue as asynq does, using a key that stores when the queue was paused.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1: 1 to pause, 0 to resume; 2: unused; 3: see include/asynqframe
-- Reply: 1 = done; 0 = already in that state
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "asynqframe"
if ARGV[1] == '1' then
  return call('SET', base .. 'paused', tostring(time[1]), 'NX') and 1 or 0
end
return call('DEL', base .. 'paused')
