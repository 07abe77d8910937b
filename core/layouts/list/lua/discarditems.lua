#!lua flags=allow-oom
-- Moves items from a list into the overlay's trash for an operator. Undo moves them back (see
-- bringhome). A task's first line stores its neighbors (`near` in include/listorder) as
-- `{"near":"DEPTH:AHEAD:BEHIND:LEFT"}`.
-- KEYS 1: list; 2: trash; 3: tasks; 4: before; 5: meta; 6: memo; 7: statistics prefix; 8: done; 9:
--      history; 10: results
-- ARGV 1: nonce; 2: operation; 3: the due time that marks the tasks for bringhome; then for each
--      task: id, bytes
-- Reply: one character per item: 1 = acted on, now or before by this operation; m = no longer in
--   the list
--- @include "begin"
local memoKey, nonce, metaKey, statisticsPrefix = KEYS[6], ARGV[1], KEYS[5], KEYS[7]
--- @include "memo"
if answer then
  return answer
end
--- @include "version"
--- @include "statistics"
--- @include "items"
local refusal = unusable({home = {'LLEN', KEYS[1]}, trash = {'ZCARD', KEYS[2]}, tasks = {'HLEN', KEYS[3]},
  before = {'HLEN', KEYS[4]}, done = {'ZCARD', KEYS[8]}})
if refusal then
  return refusal
end
local isTail = true
--- @include "membernames"
local nearOf, keepNear
--- @include "listorder"
--- @include "listplaces"
local overlay = {tasks = KEYS[3], done = KEYS[8], history = KEYS[9], results = KEYS[10], before = KEYS[4]}
local codes, mark, found, equal, length = {}, ARGV[2] .. ' ', {}, {}, call('LLEN', KEYS[1])
for i = 4, #ARGV, 2 do
  local id, item = ARGV[i], ARGV[i + 1]
  local known = call('HGET', KEYS[4], id)
  local code = 'm'
  if known and string.sub(known, 1, #mark) == mark and call('ZSCORE', KEYS[2], id) then
    code = '1'
  else
    local rank = (equal[item] or 0) + 1
    local index = call('LPOS', KEYS[1], item, 'RANK', rank)
    if index then
      equal[item] = rank
      found[#found + 1] = {id = id, item = item, index = index, near = nearAt(KEYS[1], index, length)}
      code = '1'
    end
  end
  codes[#codes + 1] = code
end
local indexes = {}
for k, one in ipairs(found) do
  indexes[k] = one.index
end
takeOut(KEYS[1], indexes)
for _, one in ipairs(found) do
  local id, near = freeId(overlay, one.id), one.near
  call('HSET', KEYS[3], id, string.format('{"near":"%d:%s:%s:%.0f"}\n', near[3], near[1], near[2], near[4]) .. one.item)
  call('HSET', KEYS[4], id, mark .. 'retry ' .. ARGV[3] .. ' - - - - trash')
  call('ZADD', KEYS[2], nowText, id)
end
local discarded = #found
if discarded > 0 then
  count('trashed', discarded)
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
