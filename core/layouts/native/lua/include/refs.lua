-- Checks whether the tasks that an operator acts on are still as the operator saw them. Uses applies (the sets that the
-- action applies to, `leased` only if forced), remembers (false: the action stores no undo data, so tries and `before`
-- are not read) and homeAt. If this queue is the overlay of a custom design's sorted set, homeAt is the index of that
-- set in KEYS, and the set is called `home` here. If the design uses locks, the tasks' lock keys follow, one per ref.
-- KEYS 1: pending; 2: retry; 3: leased; 4: failed; 5: done; 6: trash; 7: tasks; 8: tries; 9: before; 10: leases; 11:
--      cancel; 12: meta; 13: memo
-- ARGV 1: nonce; 2: operation; 3: 1 = act on leased tasks too; 4: wake channel; then for each task: id, role of the set
--      in which the operator saw it, detail. The detail of a leased task is its token. At home, it is the new score or
--      -, the ms per unit of scores, and the due time as seen or -. Returns ids, sets, details, scores and tries by
--      position, chosen (the positions to act on) and codes for all others: 1 acted on before by this operation, 0 no
--      such task, m moved or changed, r refused
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[13], ARGV[1], KEYS[12]
--- @include "memo"
if answer then
  return answer
end
--- @include "tokens"
--- @include "version"
--- @include "before"
local operation, forced = ARGV[2], ARGV[3] == '1'
local setKeys = {pending = KEYS[1], retry = KEYS[2], leased = KEYS[3], failed = KEYS[4], done = KEYS[5], trash = KEYS[6],
  home = KEYS[homeAt]}
applies.home = applies.pending
local ids, sets, details, scores, tries = {}, {}, {}, {}, {}
local chosen, codes = {}, {}
local homeUnit, seenAt = nil, {}

-- Returns the due time in ms for a score at home, clamped to the same limits as in the client.
local function homeMs(score)
  return math.max(-9e15, math.min(9e15, math.floor(tonumber(score) * homeUnit + 0.5)))
end

-- Returns whether the task at position k, which is still in a custom design's sorted set, has been claimed by one of
-- the design's workers (as its lock shows) or by a Dueline worker.
local function isTaken(k)
  local held = KEYS[homeAt + k] and try('GET', KEYS[homeAt + k])
  if held and (type(held) == 'table' or string.sub(held, 1, 8) ~= 'dueline ') then
    -- held by a worker of the design; ignores locks with Dueline's mark, because they are left over from earlier runs
    return true
  end
  return type(try('ZSCORE', setKeys.leased, ids[k])) == 'string'
end

local seenIn = {} -- positions and ids of the tasks, by the set where the operator saw them: {positions, ids}
for i = 5, #ARGV, 3 do
  local k = #ids + 1
  ids[k], sets[k], details[k] = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if sets[k] == 'home' then
    details[k], homeUnit, seenAt[k] = string.match(details[k], '^(%S+) (%S+) (%S+)$')
  end
  local group = seenIn[sets[k]] or {{}, {}}
  seenIn[sets[k]] = group
  group[1][#group[1] + 1] = k
  group[2][#group[2] + 1] = ids[k]
end
for set, group in pairs(seenIn) do
  local found = try('ZMSCORE', setKeys[set], unpack(group[2]))
  if found.err then
    return damaged(set)
  end
  local held
  if set == 'leased' then
    held = try('HMGET', KEYS[10], unpack(group[2]))
    if held.err then
      return damaged('leases')
    end
  end
  for i, k in ipairs(group[1]) do
    scores[k] = found[i] and (not held or held[i] == details[k]) and found[i]
    if set == 'home' and scores[k] and seenAt[k] ~= '-' and homeMs(scores[k]) ~= tonumber(seenAt[k]) then
      scores[k] = false -- the task's due time has changed
    end
  end
end
local befores = {}
if remembers then
  tries = try('HMGET', KEYS[8], unpack(ids))
  if tries.err then
    return damaged('tries')
  end
  befores = try('HMGET', KEYS[9], unpack(ids))
  if befores.err then
    return damaged('before')
  end
end
do
  local given, mark = {}, operation .. ' '
  for k, id in ipairs(ids) do
    local again = befores[k] and string.sub(befores[k], 1, #mark) == mark and beforeOf(befores[k])
    if given[id] then
      codes[k] = 'm'
    elseif again then
      local there = setKeys[again.after] and try('ZSCORE', setKeys[again.after], id)
      codes[k] = type(there) == 'string' and splitTries(tries[k]).fence == again.fence and '1' or 'm'
    elseif scores[k] then
      if sets[k] == 'home' and isTaken(k) then
        codes[k] = 'r'
      elseif applies[sets[k]] and (sets[k] ~= 'leased' or forced) then
        chosen[#chosen + 1] = k
      else
        codes[k] = 'r'
      end
    else
      local known = try('HEXISTS', KEYS[7], id)
      if type(known) == 'table' then
        return damaged('tasks')
      end
      if known == 0 and setKeys.home then
        known = type(try('ZSCORE', setKeys.home, id)) == 'string' and 1 or 0
      end
      codes[k] = known == 1 and 'm' or '0'
    end
    given[id] = true
  end
end
