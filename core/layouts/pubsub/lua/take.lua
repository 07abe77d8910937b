#!lua flags=allow-oom
-- Adds due keys to the overlay, where the next claim finds them. Keeps the keys themselves, because
-- the design's own worker keeps them too. `ran` stores each added key's value, so that the key
-- doesn't run again until its value changes.
-- KEYS 1: ran; 2: retry; 3: leased; 4: failed; 5: done; 6: trash; 7: tasks; 8: tries; 9: history;
--      10: before; 11: meta; 12: memo, then the keys
-- ARGV 1: nonce; 2: the source of the types (NativeOverlay::naming), then for each key: the value
--      that the client last read, and its due time in ms
-- Reply: one character per key: 1 = taken; 0 = it has changed, has run, or is being run
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[12], ARGV[1], KEYS[11]
--- @include "memo"
if answer then
  return answer
end
--- @include "version"
--- @include "items"
local naming = ARGV[2]
local refusal = unusable({ran = {'HLEN', KEYS[1]}, retry = {'ZCARD', KEYS[2]}, leased = {'ZCARD', KEYS[3]},
  failed = {'ZCARD', KEYS[4]}, done = {'ZCARD', KEYS[5]}, trash = {'ZCARD', KEYS[6]}, tasks = {'HLEN', KEYS[7]},
  tries = {'HLEN', KEYS[8]}, history = {'HLEN', KEYS[9]}, before = {'HLEN', KEYS[10]}})
if refusal then
  return refusal
end
if not version then
  call('HSET', metaKey, 'version', '1', 'rolled', string.format('%d', math.floor(now / 3600000) - 1))
end
call('HSETNX', metaKey, 'types', naming) -- record the type under which failed tasks are counted
local codes = {}
for i = 13, #KEYS do
  local id, value, due = KEYS[i], ARGV[2 * (i - 13) + 3], ARGV[2 * (i - 13) + 4]
  local busy = call('ZSCORE', KEYS[2], id) or call('ZSCORE', KEYS[3], id)
  local code = '0'
  if not busy and try('GET', id) == value and call('HGET', KEYS[1], id) ~= value then
    code = '1'
    if call('HEXISTS', KEYS[7], id) == 1 then -- the key has already run with a different value
      for set = 4, 6 do
        call('ZREM', KEYS[set], id)
      end
      for hash = 8, 10 do
        call('HDEL', KEYS[hash], id)
      end
    end
    call('HSET', KEYS[1], id, value)
    call('HSET', KEYS[7], id, '{}\n' .. value)
    call('ZADD', KEYS[2], due, id)
  end
  codes[#codes + 1] = code
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
