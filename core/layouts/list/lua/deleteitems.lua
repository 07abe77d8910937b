#!lua flags=allow-oom
-- Permanently deletes items from a list for an operator.
-- KEYS 1: list; 2: meta; 3: memo
-- ARGV 1: nonce, then the bytes of each item
-- Reply: one character per item: 1 = removed; m = no longer in the list
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[3], ARGV[1], KEYS[2]
--- @include "memo"
if answer then
  return answer
end
--- @include "version"
if type(try('LLEN', KEYS[1])) == 'table' then
  return damaged('home')
end
local codes = {}
for i = 2, #ARGV do
  codes[i - 1] = call('LREM', KEYS[1], 1, ARGV[i]) == 1 and '1' or 'm'
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
