#!lua
-- Adds items to a list, as its own producers do: at the head, which is taken last.
-- KEYS 1 list 2 memo
-- ARGV 1 nonce, then the items
-- Reply: how many there are now
--- @include "begin"
local memoKey, nonce = KEYS[2], ARGV[1]
--- @include "memo"
if answer then
  return tonumber(answer)
end
if type(try('LLEN', KEYS[1])) == 'table' then
  return damaged('home')
end
local length = call('LPUSH', KEYS[1], unpack(ARGV, 2))
remember(string.format('%d', length))
return length
