#!lua flags=allow-oom
-- Atomically acts on the next tasks in an operation's list and counts them in the record, so that list and record
-- always agree, even if a client dies. Skips tasks that are no longer where the client saw them. A repeated call acts
-- on the tasks that follow; its counts cover the entire operation.
-- KEYS 1: pending; 2: retry; 3: leased; 4: failed; 5: done; 6: trash; 7: tasks; 8: tries; 9: before; 10: leases; 11:
--      cancel; 12: meta; 13: the list; 14: the record; 15: statistics prefix
-- ARGV 1: the operator; 2: operation; 3: 1 = act on leased tasks too; 4: wake channel; 5: how long this operator holds
--      the operation, in ms, 0: no longer; 6: the action; 7: maximum number of tasks, at most 250; 0: only read; 8: how
--      long the list is kept from now, in ms; 9: for reschedule `at`, `shift` or `spread`, for retry `at`, `spread` or
--      `now`; 10: due time, ms to add, or first due time; 11: length of the spread in ms; 12: number of gaps in the
--      spread
-- Reply: {parts left in the list, tasks read, done, skipped, not found (included in skipped), refused, pending request,
--   {id, code, …}, µs, tasks}. The counts are totals for the entire operation. The last three items describe this call:
--   the codes (1 = done, 0 = not found, m = moved or changed, r = refused), how long Redis was busy, and the number of
--   tasks.
-- Errors: `HELD OPERATOR MS`, OVER, GONE
--- @include "begin"
--- @include "busyfor"
local metaKey = KEYS[12]
--- @include "version"
--- @include "tokens"
--- @include "before"
--- @include "holder"
local operation, forced, kind, limit = ARGV[2], ARGV[3] == '1', ARGV[6], tonumber(ARGV[7])
local record = try('HMGET', KEYS[14], 'finished', 'holder', 'held', 'place', 'done', 'skipped', 'gone', 'refused', 'wish', 'undone_by')
if record.err then
  return damaged('op:' .. operation)
elseif not record[1] then
  return redis.error_reply('GONE operation')
elseif record[1] == '1' or record[10] then
  return redis.error_reply('OVER operation')
end
local held = heldByOther(record[2], record[3], ARGV[1])
if held then
  return held
end
local place, done, skipped, gone, refused = tonumber(record[4] or 0), tonumber(record[5] or 0), tonumber(record[6] or 0),
  tonumber(record[7] or 0), tonumber(record[8] or 0)
local packed = try('LINDEX', KEYS[13], 0)
if type(packed) == 'table' then
  return damaged('op:' .. operation .. ':list')
end
local setKeys = {pending = KEYS[1], retry = KEYS[2], leased = KEYS[3], failed = KEYS[4], done = KEYS[5], trash = KEYS[6]}
local ids, sets, details, scores, tries, codes, befores, chosen = {}, {}, {}, {}, {}, {}, {}, {}
local homeUnit, homeMs -- unset, because native queues don't have a custom design's sorted set
local chunk, rest = packed and cmsgpack.unpack(packed), nil
local size, rank = chunk and math.min(limit, (#chunk - 1) / 2) or 0, nil

-- Returns the rank of the first task if all tasks are adjacent and unchanged since the client saw them. Takes a single
-- read instead of a search per task.
local function rankTogether(set)
  local first = call('ZRANK', setKeys[set], ids[1])
  local page = first and call('ZRANGE', setKeys[set], first, first + size - 1, 'WITHSCORES')
  for k = 1, size do
    if not page or page[2 * k - 1] ~= ids[k] or page[2 * k] ~= details[k] then
      return nil
    end
  end
  return first
end

if size > 0 then
  local set = chunk[1]
  for k = 1, size do
    ids[k], sets[k], details[k] = chunk[2 * k], set, chunk[2 * k + 1]
  end
  if 2 * size + 1 < #chunk then
    rest = cmsgpack.pack({set, unpack(chunk, 2 * size + 2)})
  end
  if type(try('ZCARD', setKeys[set])) == 'table' then
    return damaged(set)
  end
  local found, tokens = details, nil
  if set == 'leased' then
    tokens = try('HMGET', KEYS[10], unpack(ids))
    if tokens.err then
      return damaged('leases')
    end
  else
    rank = rankTogether(set)
  end
  if not rank then
    found = call('ZMSCORE', setKeys[set], unpack(ids))
  end
  -- tasks in pending were never leased, so they have no tries
  tries = set ~= 'pending' and try('HMGET', KEYS[8], unpack(ids)) or {}
  if tries.err then
    return damaged('tries')
  end
  -- If the action leaves tasks in this set, check whether it has already changed them. Otherwise, a task that is in the
  -- list twice would be changed twice.
  local stays = kind == 'restore' or kind == 'reschedule' or kind == 'run-now' or set == 'retry'
  befores = stays and kind ~= 'discard' and try('HMGET', KEYS[9], unpack(ids)) or {}
  if befores.err then
    return damaged('before')
  end
  local mark, given = operation .. ' ', {}
  if rank and #befores == 0 then -- all tasks are in the set, and none is listed twice
    scores = details
    for k = 1, size do
      chosen[k] = k
    end
  end
  for k = #chosen + 1, size do
    local id, score = ids[k], found[k]
    local same = rank or score and (tokens and tokens[k] == details[k]
      or not tokens and (score == details[k] or math.floor(tonumber(score)) == tonumber(details[k])))
    if not same then
      local known = try('HEXISTS', KEYS[7], id)
      if type(known) == 'table' then
        return damaged('tasks')
      end
      codes[k] = known == 1 and 'm' or '0'
    elseif given[id] or befores[k] and string.sub(befores[k], 1, #mark) == mark then
      codes[k] = 'm' -- the list contains the task twice
    elseif set == 'leased' and not forced then
      codes[k] = 'r'
    else
      chosen[#chosen + 1] = k
    end
    given[id], scores[k] = true, score
  end
end
--- @include "moves"
--- @include "acts"
local statisticsPrefix = KEYS[15]
--- @include "statistics"
if kind == 'reschedule' or kind == 'retry' and ARGV[9] ~= 'now' then
  local given = kind == 'retry' and dues or details
  local how, base, span, gaps = ARGV[9], tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12])
  local whole, part = 0, 0
  local told, text -- cached, because the due time is usually the same for all tasks
  if how == 'spread' and gaps > 0 then
    whole, part = math.floor(span / gaps), span % gaps
  end
  for _, k in ipairs(chosen) do
    local due = base
    if how == 'shift' then
      due = math.floor(tonumber(scores[k])) + base
    elseif how == 'spread' and gaps > 0 then
      local index = math.min(place + k - 1, gaps)
      due = base + whole * index + math.floor(part * index / gaps)
    end
    if due ~= told then
      told, text = due, string.format('%d', due)
    end
    given[k] = text
  end
end
local perform = acts[kind]
for i = 1, #chosen do
  perform(chosen[i])
end
local role = unwritable()
if role then
  return damaged(role)
end
together = rank and {set = sets[1], first = rank, count = size}
commit()
local fields = {} -- fields of the record to write
-- Record the range of the new scores in each set. Undo uses it to find the tasks.
for set, entries in pairs(entering) do
  local low, high = string.match(try('HGET', KEYS[14], 'to:' .. set) or '', '^(%S+) (%S+)$')
  low, high = tonumber(low) or math.huge, tonumber(high) or -math.huge
  local met -- cached, because the score is usually the same for all tasks
  for i = 1, #entries, 2 do
    if entries[i] ~= met then
      met = entries[i]
      local score = tonumber(met)
      low, high = math.min(low, score), math.max(high, score)
    end
  end
  append(fields, 'to:' .. set, string.format('%.17g %.17g', low, high))
end
local told, acted = {}, 0
for k = 1, size do
  if codes[k] == '1' then
    acted = acted + 1
  elseif codes[k] == '0' then
    gone = gone + 1
  elseif codes[k] == 'r' then
    refused = refused + 1
  end
  if size <= 10 or codes[k] ~= '1' then
    append(told, ids[k], codes[k])
  end
end
place, done, skipped = place + size, done + acted, skipped + size - acted
if rest then
  call('LSET', KEYS[13], 0, rest)
elseif size > 0 then
  call('LPOP', KEYS[13])
end
call('PEXPIRE', KEYS[13], ARGV[8])
for name, value in pairs({place = place, done = done, skipped = skipped, gone = gone, refused = refused,
  held = ARGV[5] == '0' and 0 or now + ARGV[5]}) do
  append(fields, name, string.format('%d', value))
end
call('HSET', KEYS[14], 'holder', ARGV[1], unpack(fields))
if kind == 'discard' and acted > 0 then
  count('trashed', acted)
end
return {call('LLEN', KEYS[13]), place, done, skipped, gone, refused, record[9] or '', told, busyFor(), size}
