#!lua flags=allow-oom
-- Removes a job scheduler and its next run, as BullMQ does.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1: the scheduler's name; 2: the score of the next run as the client saw it; 3: major version
--      of the workers as specified by the user, or ''
-- Reply: 1 = done; 0 = not found; 2 = the next run has changed; 3 = the scheduler has no hash
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "bullmqframe"
local name, described = ARGV[1], base .. 'repeat:' .. ARGV[1]
local score = call('ZSCORE', base .. 'repeat', name)
if not score then
  return 0
elseif score ~= ARGV[2] then
  return 2
elseif call('TYPE', described).ok ~= 'hash' then
  return 3
end
local id = 'repeat:' .. name .. ':' .. whole(tonumber(score))
local hash = base .. id
if call('EXISTS', hash .. ':lock') == 0 and call('ZREM', base .. 'delayed', id) == 1 then
  call('UNLINK', hash, hash .. ':logs')
  announce('event', 'removed', 'jobId', id, 'prev', 'delayed')
  dueChanged = true
end
call('ZREM', base .. 'repeat', name)
call('DEL', described)
wake()
return 1
