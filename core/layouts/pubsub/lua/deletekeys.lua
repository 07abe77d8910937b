#!lua flags=allow-oom
-- Permanently deletes tasks that are keys, for an operator.
-- KEYS 1: meta; 2: memo, then the keys
-- ARGV 1: nonce, then for each key the value that the client last read
-- Reply: one character per key: 1 = removed; m = it has changed; 0 = it does not exist
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[2], ARGV[1], KEYS[1]
--- @include "memo"
if answer then
  return answer
end
--- @include "version"
local codes = {}
for i = 3, #KEYS do
  local value = try('GET', KEYS[i])
  local code = value == false and '0' or 'm'
  if value == ARGV[i - 1] then
    call('UNLINK', KEYS[i])
    code = '1'
  end
  codes[#codes + 1] = code
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
