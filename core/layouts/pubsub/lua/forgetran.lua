#!lua flags=allow-oom
-- Deletes the records of runs whose keys no longer exist.
-- KEYS 1: ran, then the keys
-- Reply: the number of records deleted
--- @include "begin"
if type(try('HLEN', KEYS[1])) == 'table' then
  return damaged('ran')
end
local forgotten = 0
for i = 2, #KEYS do
  if call('EXISTS', KEYS[i]) == 0 then
    forgotten = forgotten + call('HDEL', KEYS[1], KEYS[i])
  end
end
return forgotten
