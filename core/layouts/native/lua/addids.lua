#!lua
-- Adds tasks with large envelopes, as the first command of a MULTI. It is followed by an HSETNX for each envelope and a
-- SET NX for each payload that has its own key, so that no payload passes through Lua.
-- KEYS 1: pending; 2: tasks; 3: statistics prefix; 4: meta; 5: leases; 6: expiring; 7: prefix of the big payloads'
--      keys; 8: memo; 9: unique, only if some tasks have a unique key
-- ARGV 1: nonce; 2: wake channel; then for each task: id, due ms (`+ms` from now), start deadline in ms or '', 1 = its
--      payload has its own key, and with KEYS 9: its unique key or '', how long the key is held, in ms
-- Reply: one character per id: 1 = added; 0 = exists or its unique key is held; preceded by an n if this call created
--   the queue. The reply begins with r if the call was a repeat or a unique key was held. In that case, the memo also
--   begins with r, and settle, the last command of the MULTI, removes the envelopes that were written for tasks that
--   were not added.
--- @include "begin"
local pendingKey, metaKey, leasesKey, expiringKey = KEYS[1], KEYS[4], KEYS[5], KEYS[6]
local statisticsPrefix, memoKey, nonce, wakeChannel = KEYS[3], KEYS[8], ARGV[1], ARGV[2]
--- @include "memo"
--- @include "statistics"
if answer then
  if string.sub(answer, 1, 1) ~= 'r' then
    answer = 'r' .. answer
    call('SET', memoKey, nonce .. ' ' .. answer, 'PX', 600000)
  end
  return answer
end
local uniqueKey = KEYS[9]
local stride = uniqueKey and 6 or 4
local codes, ids = {}, {}
for i = 3, #ARGV, stride do
  local there = try('HEXISTS', KEYS[2], ARGV[i])
  if type(there) == 'table' then
    return damaged('tasks')
  end
  ids[#ids + 1] = ARGV[i]
  codes[#ids] = there == 1 and '0' or '1'
end
--- @include "unique"
--- @include "add"
local entries, deadlines, given, soonest, big, refused = {}, {}, {}, nil, false, ''
for k = 1, #ids do
  local first = stride * (k - 1) + 3
  local id = ids[k]
  if given[id] then
    codes[k] = '0'
  elseif codes[k] == '1' and uniqueKey and not take(first, id) then
    codes[k], given[id], refused = '0', true, 'r'
  elseif codes[k] == '1' then
    local due = dueOf(ARGV[first + 1])
    given[id] = true
    entries[#entries + 1], entries[#entries + 2] = due, id
    due = tonumber(due)
    if not soonest or due < soonest then
      soonest = due
    end
    if ARGV[first + 2] ~= '' then
      deadlines[#deadlines + 1] = ARGV[first + 2]
      deadlines[#deadlines + 1] = id
    end
    if ARGV[first + 3] == '1' then
      big = true
      call('UNLINK', KEYS[7] .. id) -- remove any payload left over from an earlier task with this id
    end
  end
end
place(entries, soonest, deadlines)
keepTaken()
if big then
  call('HSET', metaKey, 'big', '1')
end
local codesText = refused .. (version and '' or 'n') .. table.concat(codes)
remember(codesText)
return codesText
