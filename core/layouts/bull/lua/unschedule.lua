#!lua flags=allow-oom
-- Removes a repeating job and its next run, as Bull does.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1: the job's member in the `repeat` set; 2: the score of the next run as the client saw it;
--      3: `yes` if the user specified Bull as the owner; 4: the id of that run
-- Reply: 1 = done; 0 = not found; 2 = the next run has changed
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "bullframe"
local row, id = ARGV[1], ARGV[4]
local score = call('ZSCORE', base .. 'repeat', row)
if not score then
  return 0
elseif score ~= ARGV[2] then
  return 2
end
if call('EXISTS', base .. id .. ':lock') == 0 and not isLimited(id) and call('ZREM', base .. 'delayed', id) == 1 then
  call('UNLINK', base .. id, base .. id .. ':logs')
end
call('ZREM', base .. 'repeat', row)
return 1
