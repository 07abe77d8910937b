#!lua
-- Adds tasks as their own producers do: a key with the time, and a message with its name.
-- KEYS 1 memo, then the keys
-- ARGV 1 nonce 2 channel, then for each key its value
-- Reply: one character per key: 1 added, e it is there with this value, c it is there with another one
--- @include "begin"
local memoKey, nonce = KEYS[1], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local codes = {}
for i = 2, #KEYS do
  local value = try('GET', KEYS[i])
  local code = value == ARGV[i + 1] and 'e' or 'c'
  if value == false then
    call('SET', KEYS[i], ARGV[i + 1])
    call('PUBLISH', ARGV[2], KEYS[i])
    code = '1'
  end
  codes[i - 1] = code
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
