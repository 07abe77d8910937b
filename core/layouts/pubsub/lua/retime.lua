#!lua flags=allow-oom
-- Changes the due times of tasks that are stored as separate keys, and saves their previous times in `before`. If the
-- operation is '', undoes such a change.
-- KEYS 1: before; 2: leased; 3: retry; 4: meta; 5: memo; 6: the operation's record, in which an undo counts the
--      restored tasks; 7 and up: the tasks' keys
-- ARGV 1: nonce; 2: operation, or '' for an undo, which deletes the tasks' entries in `before`; then, for each key, the
--      value last seen and the new value
-- Reply: one character per key: 1 = changed, now or earlier by this operation; m = changed by another program;
--   0 = does not exist
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[5], ARGV[1], KEYS[4]
--- @include "memo"
if answer then
  return answer
end
--- @include "version"
--- @include "items"
local refusal = unusable({before = {'HLEN', KEYS[1]}, leased = {'ZCARD', KEYS[2]}, retry = {'ZCARD', KEYS[3]}})
if refusal then
  return refusal
end
local codes, given, mark = {}, {}, ARGV[2] .. ' home '
for i = 7, #KEYS do
  local id, seen, new = KEYS[i], ARGV[2 * (i - 7) + 3], ARGV[2 * (i - 7) + 4]
  local value = try('GET', id)
  local note = ARGV[2] .. ' home ' .. seen .. ' - - - - home ' .. new
  local code = value == false and '0' or 'm'
  local known = ARGV[2] ~= '' and call('HGET', KEYS[1], id)
  if given[id] then
    code = 'm'
  elseif known and value and string.sub(known, 1, #mark) == mark and string.sub(known, -#value - 1) == ' ' .. value then
    code = '1' -- this operation has already changed the time
  elseif value == seen and not (call('ZSCORE', KEYS[2], id) or call('ZSCORE', KEYS[3], id)) then
    call('SET', id, new, 'KEEPTTL')
    if ARGV[2] == '' then
      call('HDEL', KEYS[1], id)
    else
      call('HSET', KEYS[1], id, note)
    end
    code = '1'
  end
  given[id] = true
  codes[#codes + 1] = code
end
local codesText = table.concat(codes)
local _, restored = string.gsub(codesText, '1', '')
if ARGV[2] == '' and restored > 0 and try('HMGET', KEYS[6], 'at')[1] then
  call('HINCRBY', KEYS[6], 'restored', restored)
end
remember(codesText)
return codesText
