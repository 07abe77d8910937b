#!lua flags=no-writes
-- Returns the values and states of keys that may be tasks.
-- KEYS 1: ran; 2: leased; 3: retry, then the keys
-- ARGV 1: maximum bytes of a value
-- Reply: now, then for each key: its value, its length, and its state: h = not claimed; r = has run
--   with this value; t = in the overlay; w = wrong type; `-` = does not exist
--- @include "begin"
for i, role in ipairs({'ran', 'leased', 'retry'}) do
  local proof = try(i == 1 and 'HLEN' or 'ZCARD', KEYS[i])
  if type(proof) == 'table' then
    return damaged(role)
  end
end
local reply, last = {now}, tonumber(ARGV[1]) - 1
for i = 4, #KEYS do
  local at = #reply
  local length = try('STRLEN', KEYS[i])
  reply[at + 1], reply[at + 2], reply[at + 3] = '', 0, 'w'
  if type(length) == 'number' then
    local value = call('GETRANGE', KEYS[i], 0, last)
    local place = length == 0 and call('EXISTS', KEYS[i]) == 0 and '-' or 'h'
    if call('ZSCORE', KEYS[2], KEYS[i]) or call('ZSCORE', KEYS[3], KEYS[i]) then
      place = 't'
    elseif place == 'h' and call('HGET', KEYS[1], KEYS[i]) == value then
      place = 'r'
    end
    reply[at + 1], reply[at + 2], reply[at + 3] = value, length, place
  end
end
return reply
