#!lua flags=allow-oom
-- Asks the worker that is running a job to stop it, as RQ does: by publishing a request on the
-- worker's channel. Writes nothing.
-- KEYS 1: `rq:queues`; 2: prefix of Dueline's keys
-- ARGV 1: the job; 2: the message to the worker, JSON; 3: the queue's name
-- Reply: the worker's name and the number of receivers; -1: no worker runs the job
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
local job = try('HMGET', 'rq:job:' .. ARGV[1], 'status', 'worker_name', 'origin')
if job.err then
  return damaged('job:' .. ARGV[1])
elseif job[1] ~= 'started' or not job[2] or job[2] == '' or job[3] ~= ARGV[3] then
  return {'', -1}
end
local channel = 'rq:pubsub:' .. job[2]
return lacking({{'PUBLISH', channel, 'v'}}) or {job[2], call('PUBLISH', channel, ARGV[2])}
