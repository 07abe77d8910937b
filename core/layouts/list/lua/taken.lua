#!lua flags=no-writes
-- Returns which ids are used by tasks in the overlay. An id counts as free if its task is recorded only as done.
-- KEYS 1: tasks; 2: done
-- ARGV: ids
-- Reply: one character per id: 1 = used; 0 = free
--- @include "begin"
if type(try('HLEN', KEYS[1])) == 'table' then
  return damaged('tasks')
end
if type(try('ZCARD', KEYS[2])) == 'table' then
  return damaged('done')
end
local codes = {}
for i = 1, #ARGV do
  local taken = call('HEXISTS', KEYS[1], ARGV[i]) == 1 and not call('ZSCORE', KEYS[2], ARGV[i])
  codes[i] = taken and '1' or '0'
end
return table.concat(codes)
