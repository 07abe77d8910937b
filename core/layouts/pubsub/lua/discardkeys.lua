#!lua flags=allow-oom
-- Moves tasks that are keys into the trash for an operator: deletes each key but keeps its value.
-- KEYS 1: trash; 2: tasks; 3: before; 4: leased; 5: retry; 6: meta; 7: memo; 8: statistics prefix,
--      then the keys
-- ARGV 1: nonce; 2: operation; 3: the due time that marks the tasks for bringhome, then for each
--      key the value that the client last read
-- Reply: one character per key: 1 = acted on, now or before by this operation; m = it has changed;
--   0 = it does not exist
--- @include "begin"
local memoKey, nonce, metaKey, statisticsPrefix = KEYS[7], ARGV[1], KEYS[6], KEYS[8]
--- @include "memo"
if answer then
  return answer
end
--- @include "version"
--- @include "statistics"
--- @include "items"
local refusal = unusable({trash = {'ZCARD', KEYS[1]}, tasks = {'HLEN', KEYS[2]}, before = {'HLEN', KEYS[3]},
  leased = {'ZCARD', KEYS[4]}, retry = {'ZCARD', KEYS[5]}})
if refusal then
  return refusal
end
local codes, given, mark, discarded = {}, {}, ARGV[2] .. ' ', 0
for i = 9, #KEYS do
  local id, seen = KEYS[i], ARGV[i - 5]
  local known = call('HGET', KEYS[3], id)
  local code = 'm'
  if given[id] then
    code = 'm'
  elseif known and string.sub(known, 1, #mark) == mark and call('ZSCORE', KEYS[1], id) then
    code = '1'
  else
    local value = try('GET', id)
    if value == false then
      code = '0'
    elseif value == seen and not (call('ZSCORE', KEYS[4], id) or call('ZSCORE', KEYS[5], id)) then
      call('HSET', KEYS[2], id, '{}\n' .. value)
      call('HSET', KEYS[3], id, mark .. 'retry ' .. ARGV[3] .. ' - - - - trash')
      call('ZADD', KEYS[1], nowText, id)
      call('UNLINK', id)
      discarded = discarded + 1
      code = '1'
    end
  end
  given[id] = true
  codes[#codes + 1] = code
end
if discarded > 0 then
  count('trashed', discarded)
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
