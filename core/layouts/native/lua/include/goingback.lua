-- Prepares to return the tasks `ids` to where an operation found them. The writes of `moves` must follow. Uses ARGV 2
-- (the operation to undo), 3 (the id of the undo) and 5 (how long undo is possible unless meta sets it), and the keys
-- of undo, with ops at 14. The caller may pass `befores` that it has already read. In that case, all entries must name
-- that operation, and no task may be listed twice. If `standing` is set, all tasks must still be in the `walked` set.
local recordedAt = try('ZSCORE', KEYS[14], ARGV[2])
if type(recordedAt) == 'table' then
  return damaged('ops')
end
local keep = tonumber(call('HGET', metaKey, 'keep_undo')) or tonumber(ARGV[5])
local inTime = recordedAt and tonumber(recordedAt) > now - keep
if not befores then
  befores = try('HMGET', KEYS[9], unpack(ids))
  if befores.err then
    return damaged('before')
  end
end
local tries = try('HMGET', KEYS[8], unpack(ids))
if tries.err then
  return damaged('tries')
end
--- @include "moves"
local hadMet = {} -- cache of decoded values, by an entry's tries

-- Decodes the tries in an entry. Returns whether the entry has tries, their fence and, if their due
-- time is still the one in `tries`, the tries without the due time.
local function triesThen(had)
  local known = string.byte(had) ~= 45 -- 45 is the ASCII code of `-`
  local met = {known = known, fence = known and fenceIn(had) or '0',
    withoutDue = known and string.byte(had, -1) == 61 and string.sub(had, 1, -2)} -- 61 is the ASCII code of `=`
  hadMet[had] = met
  return met
end

-- Moves the task at position k back to the set and score recorded in its entry of `before`.
-- `found`: true if the task is known to be where the operation left it, or its current score if it
-- was looked up.
local function putBack(k, after, state, score, had, left, found)
  local id, entry = ids[k], tries[k]
  local counts, dueNow = splitTries(entry)
  local met = hadMet[had] or triesThen(had)
  -- True if the task has been leased since the operation. It then can't return to `pending`, because tasks in `pending`
  -- have never been leased.
  local leased = counts.fence ~= met.fence
  -- true if another program has changed the task
  local changed = left and found and found ~= true and tonumber(found) ~= left
  if not found or changed or not inTime or (leased and (counts.attempts > 0 or state == 'pending')) then
    codes[k] = 'm'
    return
  end
  codes[k] = '1'
  move(id, after, state, score)
  local known = met.known
  if met.withoutDue then
    had = met.withoutDue .. dueNow
  end
  if leased then -- the fence must never decrease
    local attemptsThen, _, expiries, due = triesOf(known and had)
    had, known = attemptsThen .. ' ' .. counts.fence .. ' ' .. expiries .. ' ' .. due, true
  end
  if known and had ~= entry then
    local at = #triesEntries
    triesEntries[at + 1], triesEntries[at + 2] = id, had
  end
  -- record the previous set and score: restoring it from the trash later needs them
  if state == 'trash' then
    append(beforeEntries, id, entryOf(operation, after, found, entry, 'trash'))
  else
    beforeGone[#beforeGone + 1] = id
  end
end

local expected = {} -- ids and decoded entries, by the set where the operation left the tasks
local given, mark = {}, ARGV[2] .. ' '
local behind = #mark + 1
for k = 1, #ids do
  local id, entry = ids[k], befores[k]
  if not standing then
    entry = not given[id] and entry and string.sub(entry, 1, #mark) == mark and entry
    given[id] = true
  end
  codes[k] = '0'
  if entry then
    local state, score, had, after, left = wordsOf(entry, behind)
    local ours = setKeys[after] and setKeys[state] and tonumber(score)
    if ours and standing and after == walked and state ~= 'trash' then
      putBack(k, after, state, score, had, left, true)
    elseif ours then
      local group = expected[after] or {{}, {}}
      expected[after] = group
      push(group[1], id)
      push(group[2], {k, after, state, score, had, left})
    end
  end
end
for after, group in pairs(expected) do
  local found = try('ZMSCORE', setKeys[after], unpack(group[1]))
  if found.err then
    return damaged(after)
  end
  for i, said in ipairs(group[2]) do
    putBack(said[1], said[2], said[3], said[4], said[5], said[6], found[i])
  end
end
