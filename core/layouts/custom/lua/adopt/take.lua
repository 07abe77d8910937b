#!lua
-- Moves entries from the key of a custom design into the store of an adoption. Moves an entry only if it is unchanged
-- since the client saw it and is not locked. Repeating a call is safe, because each ordinal is used only once.
-- KEYS 1: home (the key of the design; unused for strings); 2: store, a hash: ordinal -> score, newline, bytes; 3:
--      states, a string: one character per ordinal, t taken; 4: ran; 5: leased; 6: retry of the overlay; then one per
--      entry: its lock key, or 2 if there is none; for strings the entry itself
-- ARGV 1: type of home: zset, list or string; then for each: ordinal, score (or a string's value) as seen, bytes
-- Reply: one character per entry: 1 = taken; 0 = no longer as seen; l = locked
--- @include "begin"
local home, store, states, kind = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
local there = try('HLEN', store)
if type(there) == 'table' then
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

local takes = {}
function takes.zset(bytes, seen)
  return call('ZSCORE', home, bytes) == seen and call('ZREM', home, bytes) == 1
end
function takes.list(bytes)
  return call('LREM', home, -1, bytes) == 1 -- search from the tail, where workers claim items
end
-- A string's key is kept while its task runs and afterwards. The overlay records which tasks have run.
function takes.string(bytes, seen, key)
  if try('HGET', KEYS[4], bytes) == seen or type(try('ZSCORE', KEYS[5], bytes)) == 'string'
    or type(try('ZSCORE', KEYS[6], bytes)) == 'string' then
    return false
  end
  return try('GET', key) == seen and call('DEL', key) == 1
end
-- Returns whether a key is locked, ignoring locks set by Dueline. Those are left over from earlier runs, because a task
-- that Dueline is running is no longer in the key.
local function isLocked(key)
  local held = try('GET', key)
  return held and (type(held) == 'table' or string.sub(held, 1, 8) ~= 'dueline ')
end
local take, codes = takes[kind], {}
for k = 1, math.floor((#ARGV - 1) / 3) do
  local ordinal, seen, bytes = ARGV[3 * k - 1], ARGV[3 * k], ARGV[3 * k + 1]
  local key = KEYS[6 + k]
  if call('HEXISTS', store, ordinal) == 1 then
    codes[k] = '1'
  elseif kind ~= 'string' and key ~= store and isLocked(key) then
    codes[k] = 'l'
  elseif take(bytes, seen, key) then
    call('HSET', store, ordinal, seen .. '\n' .. bytes)
    call('SETRANGE', states, ordinal, 't')
    codes[k] = '1'
  else
    codes[k] = '0'
  end
end
return table.concat(codes)
