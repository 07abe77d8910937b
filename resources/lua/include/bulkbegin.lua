-- Starts a step on an operation's list.
-- KEYS 3: the list; 4: the record
-- ARGV 1: the operator; 2: operation; 4: action; 5: how long this operator holds the operation, in ms (0: no longer);
-- 6: maximum number of tasks (0: only read); 7: how long the list is kept from now, in ms; 8: for a reschedule `at`,
-- `shift` or `spread`; 9: time, ms to add, or first time; 10: length of the spread; 11: number of gaps
-- Provides the ids, states and details of the next tasks, their number, and the totals of the operation so far.
--- @include "busyfor"
--- @include "holder"
local who, operation, kind, limit = ARGV[1], ARGV[2], ARGV[4], tonumber(ARGV[6])
local record = try('HMGET', KEYS[4], 'finished', 'holder', 'held', 'place', 'done', 'skipped', 'gone', 'refused', 'wish', 'undone_by')
if record.err then
  return damaged('op:' .. operation)
elseif not record[1] then
  return redis.error_reply('GONE operation')
elseif record[1] == '1' or record[10] then
  return redis.error_reply('OVER operation')
end
local held = heldByOther(record[2], record[3], who)
if held then
  return held
end
local place, done, skipped, gone, refusedSoFar = tonumber(record[4] or 0), tonumber(record[5] or 0), tonumber(record[6] or 0),
  tonumber(record[7] or 0), tonumber(record[8] or 0)
local packed = try('LINDEX', KEYS[3], 0)
if type(packed) == 'table' then
  return damaged('op:' .. operation .. ':list')
end
local chunk = packed and cmsgpack.unpack(packed)
local size = chunk and math.min(limit, (#chunk - 1) / 2) or 0
local ids, states, details, dues = {}, {}, {}, {}
for k = 1, size do
  ids[k], states[k], details[k] = chunk[2 * k], chunk[1], chunk[2 * k + 1]
end

-- Returns the new due time of the k-th task. `seen`: its previous due time in ms.
local function newDue(k, seen)
  local how, first, span, gaps = ARGV[8], tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
  if how == 'shift' then
    return math.floor(seen) + first
  elseif how == 'spread' and gaps > 0 then
    local index = math.min(place + k - 1, gaps)
    return first + math.floor(span / gaps) * index + math.floor(span % gaps * index / gaps)
  end
  return first
end
