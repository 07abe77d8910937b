#!lua flags=allow-oom
-- Pauses a queue, so that claims return no tasks, or resumes it and wakes the workers. Safe to repeat.
-- KEYS 1: meta
-- ARGV 1: 1 to pause, 0 to resume; 2: wake channel
-- Reply: 1, or 0 if there is no such queue
--- @include "begin"
local metaKey = KEYS[1]
--- @include "version"
if not version then
  return 0
end
if ARGV[1] == '1' then
  call('HSET', metaKey, 'paused', '1')
elseif call('HDEL', metaKey, 'paused') == 1 then
  try('PUBLISH', ARGV[2], nowText)
end
return 1
