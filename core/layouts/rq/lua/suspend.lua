#!lua flags=allow-oom
-- Suspends all workers of RQ, or lets them go on, as RQ does: they look at one key.
-- KEYS 1 `rq:queues` 2 the base of ours
-- ARGV 1 1 = suspend, 0 = go on
-- Reply: 1 done, 0 it was so already
-- Errors: LACKS command key
--- @include "begin"
--- @include "overlay"
local key = 'rq:suspended'
local wrong = lacking({{'SET', key, '1'}, {'DEL', key}})
if wrong then
  return wrong
end
local isSuspended = call('EXISTS', key) == 1
if ARGV[1] == '1' then
  call('SET', key, '1') -- also where it would end by itself
  return isSuspended and 0 or 1
end
return call('DEL', key)
