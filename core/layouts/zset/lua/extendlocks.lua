#!lua flags=allow-oom
-- Extends the locks of running tasks. Reacquires an expired lock if it is free.
-- KEYS: the locks
-- ARGV 1: new lifetime from now, in ms, then the lease token of each task
-- Reply: number of locks held by Dueline
--- @include "begin"
local held = 0
for k = 1, #KEYS do
  local mark = 'dueline ' .. ARGV[k + 1]
  local value = try('GET', KEYS[k])
  if value == mark then
    held = held + call('PEXPIRE', KEYS[k], ARGV[1], 'GT')
  elseif not value then
    call('SET', KEYS[k], mark, 'PX', ARGV[1])
    held = held + 1
  end
end
return held
