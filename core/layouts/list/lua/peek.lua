#!lua flags=no-writes
-- Returns the items that a worker would claim next, without removing them.
-- KEYS 1: list; 2: meta
-- ARGV 1: maximum number of items; 2: maximum number of bytes; the first item is returned regardless of its size
-- Reply: now; 1 if the queue is paused; then the items, next to be claimed first
--- @include "begin"
local paused = try('HGET', KEYS[2], 'paused')
if type(paused) == 'table' then
  return damaged('meta')
end
local length = try('LLEN', KEYS[1])
if type(length) == 'table' then
  return damaged('home')
end
local reply, left = {now, paused and 1 or 0}, tonumber(ARGV[2])
for i = 1, paused and 0 or math.min(length, tonumber(ARGV[1])) do
  local item = call('LINDEX', KEYS[1], -i)
  left = left - #item
  if left < 0 and i > 1 then
    break
  end
  reply[#reply + 1] = item
end
return reply
