#!lua flags=allow-oom
-- Moves items, identified by their bytes, from a list into the overlay, where the next claim finds
-- them. No item is lost if the client dies in between.
-- KEYS 1: list; 2: retry; 3: failed; 4: tasks; 5: history; 6: meta; 7: memo; 8: done; 9: results;
--      10: before
-- ARGV 1: nonce; 2: the source of the types (NativeOverlay::naming); 3: number of items already
--      moved for this claim; then for each task: action, its new id, its bytes, additional
--      arguments. Actions: run: the item will be claimed; fail: it is moved to failed, and the last
--      argument contains the outcome and the error; again: the last argument contains the bytes to
--      push again
-- Reply: one character per item: 1 = done; 0 = no longer in the list
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[7], ARGV[1], KEYS[6]
--- @include "memo"
if answer then
  return answer
end
--- @include "version"
--- @include "items"
local naming, before = ARGV[2], tonumber(ARGV[3])
local refusal = unusable({home = {'LLEN', KEYS[1]}, retry = {'ZCARD', KEYS[2]}, failed = {'ZCARD', KEYS[3]},
  tasks = {'HLEN', KEYS[4]}, history = {'HLEN', KEYS[5]}, done = {'ZCARD', KEYS[8]}})
if refusal then
  return refusal
end
local overlay = {tasks = KEYS[4], done = KEYS[8], history = KEYS[5], results = KEYS[9], before = KEYS[10]}
if not version then
  call('HSET', metaKey, 'version', '1', 'rolled', string.format('%d', math.floor(now / 3600000) - 1))
end
call('HSETNX', metaKey, 'types', naming) -- record the type under which the failed items are counted
local codes = {}
for i = 4, #ARGV, 4 do
  local what, id, item, more = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local k = #codes + 1
  codes[k] = '0'
  if call('LREM', KEYS[1], -1, item) == 1 then
    codes[k] = '1'
    if what == 'again' then
      call('LPUSH', KEYS[1], more)
    else
      id = freeId(overlay, id)
      call('HSET', KEYS[4], id, '{}\n' .. item)
      if what == 'fail' then
        call('HSET', KEYS[5], id, '0 ' .. nowText .. ' ' .. nowText .. ' - ' .. more)
        call('ZADD', KEYS[3], nowText, id)
      else -- make due times differ by a fraction of a millisecond, so that items are claimed in order
        call('ZADD', KEYS[2], string.format('%.4f', now - 1 + math.min((before + k) / 2048, 1)), id)
      end
    end
  end
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
