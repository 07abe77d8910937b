#!lua flags=allow-oom
-- Lets the locks of running tasks last longer. One that has expired is taken again if nobody has it.
-- KEYS the locks
-- ARGV 1 from now on, ms, then the lease token for each
-- Reply: how many are ours
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
