#!lua flags=allow-oom
-- Moves entries from an adoption's store back to their original key. Also runs when the server is out of memory,
-- because the entries would otherwise be in no queue. Repeating a call is safe, because each entry's state is stored.
-- KEYS 1: home (unused for strings); 2: store; 3: states; for strings one more per entry: its key
-- ARGV 1: type of home: zset, list or string; then the ordinals; for a list, the ordinal of the entry taken last comes
--      first
-- Reply: one character per ordinal: 1 = moved back; x = another entry has that name; 0 = no such entry was taken
--- @include "begin"
local home, store, states, kind = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
if type(try('HLEN', store)) == 'table' then
  return damaged('adopted')
end
if type(try('GETRANGE', states, 0, 0)) == 'table' then
  return damaged('adopted states')
end
if kind ~= 'string' then
  local is = call('TYPE', home).ok
  if is ~= 'none' and is ~= kind then
    return damaged('home')
  end
end

local puts = {}
function puts.zset(bytes, score)
  return call('ZADD', home, 'NX', score, bytes) == 1
end
function puts.list(bytes)
  return call('RPUSH', home, bytes) > 0
end
function puts.string(_, value, key)
  return call('SET', key, value, 'NX') ~= false
end
local put, codes = puts[kind], {}
for k = 1, #ARGV - 1 do
  local ordinal = ARGV[k + 1]
  local record = call('HGET', store, ordinal)
  local state = call('GETRANGE', states, ordinal, ordinal)
  if not record then
    codes[k] = '0'
  elseif state == 'b' then
    codes[k] = '1'
  else
    local at = string.find(record, '\n', 1, true)
    if put(string.sub(record, at + 1), string.sub(record, 1, at - 1), KEYS[3 + k]) then
      call('SETRANGE', states, ordinal, 'b')
      codes[k] = '1'
    else
      codes[k] = 'x'
    end
  end
end
return table.concat(codes)
