#!lua flags=allow-oom
-- Asks the server that is running a task to cancel it, as asynq does: by publishing a request on a
-- channel that all servers subscribe to. Writes nothing.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1: task id
-- Reply: the number of subscribers that received the request; -1 if no server is running the task
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
