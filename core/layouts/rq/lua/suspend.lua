#!lua flags=allow-oom
-- Suspends or resumes all RQ workers, as RQ does, with one key that they all check.
-- KEYS 1: `rq:queues`; 2: prefix of Dueline's keys
-- ARGV 1: 1 to suspend, 0 to resume
-- Reply: 1 = done; 0 = already in that state
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
local key = 'rq:suspended'
local wrong = lacking({{'SET', key, '1'}, {'DEL', key}})
if wrong then
  return wrong
end
local isSuspended = call('EXISTS', key) == 1
if ARGV[1] == '1' then
  call('SET', key, '1') -- set the key even if it exists, because it may be about to expire
  return isSuspended and 0 or 1
end
return call('DEL', key)
