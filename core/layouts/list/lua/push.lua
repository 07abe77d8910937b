#!lua
-- Adds items to a list as its own producers do: at the head, which workers reach last.
-- KEYS 1: list; 2: memo; 3: statistics prefix
-- ARGV 1: nonce; 2: wake channel, then the items
-- Reply: the new length of the list
--- @include "begin"
local memoKey, nonce, statisticsPrefix = KEYS[2], ARGV[1], KEYS[3]
--- @include "memo"
--- @include "statistics"
if answer then
  return tonumber(answer)
end
if type(try('LLEN', KEYS[1])) == 'table' then
  return damaged('home')
end
local length = call('LPUSH', KEYS[1], unpack(ARGV, 3))
count('added', #ARGV - 2)
try('PUBLISH', ARGV[2], nowText)
remember(string.format('%d', length))
return length
