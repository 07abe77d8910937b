#!lua
-- Adds tasks with small envelopes. The first call creates the queue.
-- KEYS 1: pending; 2: tasks; 3: statistics prefix; 4: meta; 5: leases; 6: expiring; 7: memo; 8: unique, only if some
--      tasks have a unique key
-- ARGV 1: nonce; 2: wake channel; then for each task: id, due ms (`+ms` from now), start deadline in ms or '',
--      envelope, and with KEYS 8: its unique key or '', how long the key is held, in ms
-- Reply: one character per id: 1 = added; 0 = exists with the same content or its unique key is held; x = exists with
--   other content; preceded by an n if this call created the queue
--- @include "begin"
local pendingKey, metaKey, leasesKey, expiringKey = KEYS[1], KEYS[4], KEYS[5], KEYS[6]
local statisticsPrefix, memoKey, nonce, wakeChannel = KEYS[3], KEYS[7], ARGV[1], ARGV[2]
--- @include "memo"
--- @include "statistics"
if answer then -- without the memo, a repeated call could re-add a task that has been completed and dropped
  return answer
end
local uniqueKey = KEYS[8]
local stride = uniqueKey and 6 or 4
local ids = {}
for i = 3, #ARGV, stride do
  ids[#ids + 1] = ARGV[i]
end
local present = try('HMGET', KEYS[2], unpack(ids))
if present.err then
  return damaged('tasks')
end
--- @include "unique"
--- @include "add"

-- Returns an envelope without its creation time, which differs when a client repeats a call.
local function content(envelope)
  local line, rest = string.match(envelope, '^([^\n]*)(.*)$')
  return string.gsub(line, ',?"t":%d+', '', 1) .. rest
end

local entries, envelopes, deadlines, given, codes, soonest = {}, {}, {}, {}, nil, nil
for k = 1, #ids do
  local first = stride * (k - 1) + 3
  local id, envelope = ids[k], ARGV[first + 3]
  local there = present[k] or given[id]
  if there then
    codes = codes or {}
    codes[k] = (there == envelope or content(there) == content(envelope)) and '0' or 'x'
  elseif uniqueKey and not take(first, id) then
    codes = codes or {}
    codes[k] = '0'
  else
    local due = dueOf(ARGV[first + 1])
    local at = #entries
    entries[at + 1], entries[at + 2] = due, id
    envelopes[at + 1], envelopes[at + 2] = id, envelope
    given[id] = envelope
    due = tonumber(due)
    if not soonest or due < soonest then
      soonest = due
    end
    if ARGV[first + 2] ~= '' then
      deadlines[#deadlines + 1] = ARGV[first + 2]
      deadlines[#deadlines + 1] = id
    end
  end
end
if #entries > 0 then
  call('HSET', KEYS[2], unpack(envelopes))
end
place(entries, soonest, deadlines)
keepTaken()
local made = version and '' or 'n'
for k = 1, codes and #ids or 0 do
  codes[k] = codes[k] or '1'
end
local codesText = made .. (codes and table.concat(codes) or string.rep('1', #ids))
remember(codesText)
return codesText
