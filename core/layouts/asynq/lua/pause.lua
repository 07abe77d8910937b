#!lua flags=allow-oom
-- Pauses or resumes a queue as asynq does, with a key that stores the time of the pause.
-- KEYS 1 the base of the queue's keys 2 the base of Dueline's keys
-- ARGV 1 1 = pause, 0 = resume 2 unused 3 as include/asynqframe
-- Reply: 1 done, 0 already in that state
-- Errors: REFUSED why, LACKS command key
--- @include "begin"
--- @include "overlay"
--- @include "asynqframe"
if ARGV[1] == '1' then
  return call('SET', base .. 'paused', tostring(time[1]), 'NX') and 1 or 0
end
return call('DEL', base .. 'paused')
