#!lua flags=allow-oom
-- Asks the server that runs a task to cancel it, as asynq does: all servers listen on one channel. Writes nothing.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1: the task
-- Reply: the number of receivers; -1: no server runs it
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
local task = try('HMGET', base .. 't:' .. ARGV[1], 'state')
if task.err then
  return damaged('t:' .. ARGV[1])
elseif task[1] ~= 'active' then
  return -1
end
return lacking({{'PUBLISH', 'asynq:cancel', 'v'}}) or call('PUBLISH', 'asynq:cancel', ARGV[1])
