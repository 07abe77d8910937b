#!lua flags=allow-oom
-- Repairs tasks that the layout cannot handle, without losing data. A missing envelope is replaced by an empty one; the
-- bytes of an unreadable envelope become the payload of a new one. A task that was waiting, leased, quarantined, in no
-- state or in several states is then moved to failed, so that a person can decide what to do. A task that had ended
-- stays where it is. Intact tasks are left unchanged, so a repeated call does nothing.
-- KEYS 1: pending; 2: retry; 3: leased; 4: failed; 5: done; 6: trash; 7: tasks; 8: tries; 9: history; 10: leases; 11:
--      damaged; 12: meta; 13: events; 14: expiring; 15: cancel; 16: prefix of the big payloads' keys
-- ARGV 1: the operator, then ids
-- Reply: the ids of the repaired tasks
--- @include "begin"
local metaKey = KEYS[12]
--- @include "version"
--- @include "envelope"
--- @include "history"
local roles = {'pending', 'retry', 'leased', 'failed', 'done', 'trash', 'tasks', 'tries', 'history', 'leases', 'damaged'}
local largest = 1048576 -- maximum size in bytes of an envelope that passes through Lua
local ids = {}
for i = 2, #ARGV do
  ids[i - 1] = ARGV[i]
end
if #ids == 0 then
  return {}
end
local known = {} -- values for each id, by role
for k = 1, 11 do
  if k ~= 7 then
    known[k] = try(k <= 6 and 'ZMSCORE' or 'HMGET', KEYS[k], unpack(ids))
    if known[k].err then
      return damaged(roles[k])
    end
  end
end
local mended, reasons, values, ended, doubled = {}, {}, {}, {}, {}
for i = 1, #ids do
  local length = try('HSTRLEN', KEYS[7], ids[i])
  if type(length) == 'table' then
    return damaged('tasks')
  end
  local placed
  for set = 1, 6 do
    if known[set][i] then
      doubled[i] = placed and (doubled[i] or roles[placed]) .. ' and ' .. roles[set]
      placed = set
    end
  end
  local value = length > 0 and length <= largest and call('HGET', KEYS[7], ids[i])
  local reason
  if length == 0 and (placed or known[11][i]) then
    local big = try('STRLEN', KEYS[16] .. ids[i])
    big = type(big) == 'number' and big > 0 and big
    values[i] = big and string.format('{"s":%d}\n', big) or '{}\n'
    reason = big and 'its envelope was missing' or 'its envelope was missing, its payload is lost'
  elseif value and not readable(value) then
    values[i] = '{}\n' .. value
    reason = 'its envelope could not be read, its bytes are the payload now'
  elseif length > 0 and known[11][i] then
    local why = string.sub(string.match(known[11][i], '^%S+ %S+ (.*)$') or '', 1, 200)
    reason = 'it was put aside: ' .. string.gsub(why, '[\r\n\\]', ' ')
  elseif length > 0 and not placed then
    reason = 'it was in no state'
  elseif doubled[i] then
    reason = 'it was in two states at once, ' .. doubled[i]
  end
  if reason then
    mended[#mended + 1] = ids[i]
    reasons[i] = reason
    ended[i] = placed and placed >= 4 and not doubled[i]
  end
end
for i = 1, #ids do
  if reasons[i] then
    local id = ids[i]
    if values[i] then
      call('HSET', KEYS[7], id, values[i])
    end
    if not ended[i] then
      call('ZADD', KEYS[4], now, id)
    end
    for set = 1, 6 do
      if set <= 3 or doubled[i] and set >= 5 then
        call('ZREM', KEYS[set], id)
      end
    end
    local attempts = known[8][i] and string.match(known[8][i], '^%d+') or '0'
    call('HSET', KEYS[9], id, withLine(known[9][i], attempts .. ' ' .. nowText .. ' ' .. nowText .. ' - failed ' .. reasons[i]))
    call('HDEL', KEYS[10], id)
    call('HDEL', KEYS[11], id)
    try('ZREM', KEYS[14], id)
    try('HDEL', KEYS[15], id)
  end
end
if #mended > 0 then
  try('XADD', KEYS[13], 'MAXLEN', '~', 10000, '*', 'kind', 'mend', 'tasks', #mended, 'by', ARGV[1])
end
return mended
