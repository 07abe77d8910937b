#!lua
-- Adds tasks as the design's own producers do: sets a key to the due time, and publishes a message with the key's name.
-- A key left over from a completed task is set again.
-- KEYS 1: memo; 2: ran; 3: leased; 4: retry; 5: statistics prefix, then the keys
-- ARGV 1: nonce; 2: channel; 3: wake channel, then for each key: its value, due ms
-- Reply: one character per key: 1 = added; e = it exists with this value; c = it exists with another value
--- @include "begin"
local memoKey, nonce, statisticsPrefix = KEYS[1], ARGV[1], KEYS[5]
--- @include "memo"
--- @include "statistics"
--- @include "items"
if answer then
  return answer
end
local refusal = unusable({ran = {'HLEN', KEYS[2]}, leased = {'ZCARD', KEYS[3]}, retry = {'ZCARD', KEYS[4]}})
if refusal then
  return refusal
end
local codes, added, soonest = {}, 0, math.huge
for i = 6, #KEYS do
  local id, new, due = KEYS[i], ARGV[2 * (i - 6) + 4], ARGV[2 * (i - 6) + 5]
  local value = try('GET', id)
  local ended = value and value ~= new and call('HGET', KEYS[2], id) == value
    and not (call('ZSCORE', KEYS[3], id) or call('ZSCORE', KEYS[4], id))
  local code = value == new and 'e' or 'c'
  if value == false or ended then
    call('SET', id, new)
    call('PUBLISH', ARGV[2], id)
    soonest = math.min(soonest, tonumber(due))
    added = added + 1
    code = '1'
  end
  codes[#codes + 1] = code
end
if added > 0 then
  count('added', added)
  try('PUBLISH', ARGV[3], string.format('%d', soonest))
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
