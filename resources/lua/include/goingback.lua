-- Puts the tasks `ids` back where an operation found them; to be followed by the writes of `moves`. Uses ARGV 2 the operation to
-- undo 3 the undo's own id 5 how long undo is possible unless meta says so, and the keys of undo, ops at 14. `befores` may be known, and
-- the scores `standing` of those in the set `walked`.
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
local entries, expected = {}, {} -- by position · set it was left in → {positions, ids}
local given = {}
for k, id in ipairs(ids) do
  local before = not given[id] and befores[k] and beforeOf(befores[k])
  given[id] = true
  codes[k] = '0'
  if before and before.operation == ARGV[2] and setKeys[before.after] and setKeys[before.state]
    and tonumber(before.score) then
    entries[k] = before
    local group = expected[before.after] or {{}, {}}
    expected[before.after] = group
    append(group[1], k)
    append(group[2], id)
  end
end
for after, group in pairs(expected) do
  local found = after == walked and {} or try('ZMSCORE', setKeys[after], unpack(group[2]))
  if found.err then
    return damaged(after)
  end
  if after == walked then
    for i, id in ipairs(group[2]) do
      found[i] = standing[id]
    end
  end
  for i, k in ipairs(group[1]) do
    local id, before = ids[k], entries[k]
    local attempts, fence, _, dueNow = triesOf(tries[k])
    local leased = fence ~= before.fence -- since then; one that was never leased before cannot become one again
    local changed = before.left and found[i] and tonumber(found[i]) ~= before.left -- by another program
    if not found[i] or changed or not inTime or (leased and (attempts > 0 or before.state == 'pending')) then
      codes[k] = 'm'
    else
      codes[k] = '1'
      move(id, after, before.state, before.score)
      local had = before.tries
      if had and string.byte(had, -1) == 61 then -- `=`
        had = string.sub(had, 1, -2) .. dueNow
      end
      if leased then -- fences only grow
        local attemptsThen, _, expiries, due = triesOf(had)
        had = attemptsThen .. ' ' .. fence .. ' ' .. expiries .. ' ' .. due
      end
      if had and had ~= tries[k] then
        append(triesEntries, id, had)
      end
      if before.state == 'trash' then -- a later restore has to know where it was
        append(beforeEntries, id, entryOf(operation, after, found[i], tries[k], 'trash'))
      else
        append(beforeGone, id)
      end
    end
  end
end
