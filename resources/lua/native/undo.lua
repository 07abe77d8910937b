#!lua flags=allow-oom
-- Puts tasks back where an operation found them, attempts as they were. Only those that are still where it left them and did not
-- run since: not leased, or given back without an attempt spent.
-- KEYS 1 pending 2 retry 3 leased 4 failed 5 done 6 trash 7 tasks 8 tries 9 before 10 leases 11 cancel 12 meta 13 memo 14 ops
--      15 the home of a design beside us, if there is one
-- ARGV 1 nonce 2 the operation to undo 3 the undo's own id 4 wake channel 5 how long undo is possible unless meta says so, ms,
--      then ids
-- Reply: one character per id: 1 restored, m moved on or too late, 0 not of this operation any more
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[13], ARGV[1], KEYS[12]
--- @include "memo"
if answer then
  return answer
end
--- @include "tokens"
--- @include "version"
--- @include "before"
local setKeys = {pending = KEYS[1], retry = KEYS[2], leased = KEYS[3], failed = KEYS[4], done = KEYS[5], trash = KEYS[6],
  home = KEYS[15]}
local ids, sets, details, scores, codes = {}, {}, {}, {}, {}
local operation = ARGV[3]
for i = 6, #ARGV do
  ids[#ids + 1] = ARGV[i]
end
local recordedAt = try('ZSCORE', KEYS[14], ARGV[2])
if type(recordedAt) == 'table' then
  return damaged('ops')
end
local keep = tonumber(call('HGET', metaKey, 'keep_undo')) or tonumber(ARGV[5])
local inTime = recordedAt and tonumber(recordedAt) > now - keep
local befores = try('HMGET', KEYS[9], unpack(ids))
if befores.err then
  return damaged('before')
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
  local found = try('ZMSCORE', setKeys[after], unpack(group[2]))
  if found.err then
    return damaged(after)
  end
  for i, k in ipairs(group[1]) do
    local id, before = ids[k], entries[k]
    local attempts, fence = triesOf(tries[k])
    local leased = fence ~= before.fence -- since then; one that was never leased before cannot become one again
    local changed = before.left and found[i] and tonumber(found[i]) ~= before.left -- by another program
    if not found[i] or changed or not inTime or (leased and (attempts > 0 or before.state == 'pending')) then
      codes[k] = 'm'
    else
      codes[k] = '1'
      move(id, after, before.state, before.score)
      local had = before.tries
      if leased then -- fences only grow
        local attemptsThen, _, expiries, due = triesOf(had)
        had = attemptsThen .. ' ' .. fence .. ' ' .. expiries .. ' ' .. due
      end
      if had and had ~= tries[k] then
        append(triesEntries, id, had)
      end
      if before.state == 'trash' then -- a later restore has to know where it was
        append(beforeEntries, id, operation .. ' ' .. after .. ' ' .. found[i] .. ' ' .. triesText(tries[k]) .. ' trash')
      else
        append(beforeGone, id)
      end
    end
  end
end
return finish()
