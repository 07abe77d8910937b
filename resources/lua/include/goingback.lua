-- Puts the tasks `ids` back where an operation found them; to be followed by the writes of `moves`. Uses ARGV 2 the operation to
-- undo 3 the undo's own id 5 how long undo is possible unless meta says so, and the keys of undo, ops at 14. `befores` may be known:
-- then all of them name that operation, none is among them twice, and all are `standing` in the set `walked`.
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
local signless = {} -- tries as an entry has them → without `=`, false where none ends them

-- Tries whose due is still what `tries` says, without that due; false for others.
local function withoutSign(had)
  local rest = signless[had]
  if rest == nil then
    rest = string.byte(had, -1) == 61 and string.sub(had, 1, -2) -- `=`
    signless[had] = rest
  end
  return rest
end

local states, scoresThen, triesThen, lefts = {}, {}, {}, {} -- by position, of their entries
local expected, fromTrash = {}, false -- set it was left in → {positions, ids}
local given, mark = {}, ARGV[2] .. ' '
local behind = #mark + 1
for k, id in ipairs(ids) do
  local entry = befores[k]
  if not standing then
    entry = not given[id] and entry and string.sub(entry, 1, #mark) == mark and entry
    given[id] = true
  end
  codes[k] = '0'
  if entry then
    local state, score, had, after, left = wordsOf(entry, behind)
    if setKeys[after] and setKeys[state] and tonumber(score) then
      states[k], scoresThen[k], triesThen[k], lefts[k] = state, score, had, left
      fromTrash = fromTrash or state == 'trash'
      local group = expected[after]
      if not group then
        group = {{}, {}}
        expected[after] = group
      end
      push(group[1], k)
      push(group[2], id)
    end
  end
end
for after, group in pairs(expected) do
  local stand = standing and after == walked and not fromTrash
  local found = stand and {} or try('ZMSCORE', setKeys[after], unpack(group[2]))
  if found.err then
    return damaged(after)
  end
  for i, k in ipairs(group[1]) do
    local id, entry, had = ids[k], tries[k], triesThen[k]
    local counts, dueNow = splitTries(entry)
    local fence = counts.fence
    local known = string.byte(had) ~= 45 -- a dash
    -- Leased since then; one that was never leased before cannot become one again.
    local leased = fence ~= (known and fenceIn(had) or '0')
    local changed = lefts[k] and found[i] and tonumber(found[i]) ~= lefts[k] -- by another program
    if not (stand or found[i]) or changed or not inTime or (leased and (counts.attempts > 0 or states[k] == 'pending')) then
      codes[k] = 'm'
    else
      codes[k] = '1'
      move(id, after, states[k], scoresThen[k])
      local same = known and withoutSign(had)
      if same then
        had = same .. dueNow
      end
      if leased then -- fences only grow
        local attemptsThen, _, expiries, due = triesOf(known and had)
        had, known = attemptsThen .. ' ' .. fence .. ' ' .. expiries .. ' ' .. due, true
      end
      if known and had ~= entry then
        append(triesEntries, id, had)
      end
      if states[k] == 'trash' then -- a later restore has to know where it was
        append(beforeEntries, id, entryOf(operation, after, found[i], entry, 'trash'))
      else
        push(beforeGone, id)
      end
    end
  end
end
