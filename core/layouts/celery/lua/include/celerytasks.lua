-- Acts on a Celery queue's messages. Skips messages unless their exact bytes are still in the list
-- where the client saw them. Reads and checks everything before writing. Uses include/celeryframe,
-- membertrash, listplaces, isotime, writedown, kind, newDue(position, due time in ms), and tasks.
-- Each element of tasks is {message (if it is in the trash: its id), its location (a set name that
-- listOf accepts, or `trash`), its index in the list, the position `FROM LENGTH MS` of its eta,
-- unused, a code that decides the outcome or ''}. Returns one code per message: 1 = done; 0 = not
-- found; m = moved or changed. The client itself determines d = damaged; u = has no due time; r =
-- action not valid in its state
local codes, plans, given, listed, sets = {}, {}, {}, {}, {}

for k, one in ipairs(tasks) do
  local member, set = one[1], one[2]
  if one[6] ~= '' then
    codes[k] = one[6]
  elseif set == 'trash' then
    local from = not given[member] and inTrash(member)
    given[member] = true
    if not listOf(from or nil) then
      codes[k] = '0'
    else
      sets[from] = true
      plans[#plans + 1] = {k = k, member = member}
    end
  else
    sets[set] = true
    listed[set] = listed[set] or {}
    table.insert(listed[set], k)
  end
end
wrong = objectionTo(sets)
if wrong then
  return wrong
end
local out = {} -- indexes of the messages to remove, by list
for set, positions in pairs(listed) do
  -- Start with the message that workers would claim last.
  table.sort(positions, function(a, b) return tonumber(tasks[a][3]) < tonumber(tasks[b][3]) end)
  local wanted, at, isTaken = {}, {}, {}
  for i, k in ipairs(positions) do
    wanted[i], at[i] = tasks[k][1], tonumber(tasks[k][3])
  end
  local places = placesIn(listOf(set), wanted, at)
  out[set] = {}
  for i, k in ipairs(positions) do
    if not places[i] or isTaken[places[i]] then
      codes[k] = 'm'
    else
      isTaken[places[i]] = true
      plans[#plans + 1] = {k = k, member = wanted[i], set = set, index = places[i],
        score = kind == 'discard' and scoreAt(listOf(set), places[i])}
      table.insert(out[set], places[i])
    end
  end
end

-- Replaces the eta. Returns the undo data: the previous message, the name of its list, its index, and the edit.
local function retime(one, text)
  local from, length = string.match(tasks[one.k][4], '^(%d+) (%d+) ')
  local edit = from .. ' ' .. length .. ' ' .. text
  call('LSET', listOf(one.set), one.index, edited(one.member, edit))
  return {one.member, one.set, tostring(one.index), edit}
end

-- Each function changes one message and returns its undo data, or false if the change cannot be undone.
local acts = {
  ['run-now'] = function(one)
    return retime(one, 'null')
  end,
  reschedule = function(one)
    local due = newDue(one.k, tonumber(string.match(tasks[one.k][4], '%d+$')))
    return retime(one, '"' .. string.sub(isoOf(math.floor(due / 1000), due % 1000 * 1000), 1, -2) .. '+00:00"')
  end,
  discard = function(one)
    return {intoTrash(one.set, one.score, one.member, operation, now, now + trashKept)}
  end,
  restore = function(one)
    local set, score, by, bytes = inTrash(one.member)
    local at, goesAt = call('ZSCORE', trashKey, one.member), call('PEXPIRETIME', trashedKey(one.member))
    outOfTrash(one.member)
    backInto(listOf(set), bytes, score)
    return {bytes, set, by, at or nowText, whole(goesAt), score, one.member}
  end,
  delete = function(one)
    if not one.set then
      outOfTrash(one.member)
    end
    return false
  end,
}

do
  local isThrownAway = kind == 'discard' or kind == 'delete'
  if isThrownAway then
    for set, indexes in pairs(out) do
      takeOut(listOf(set), indexes)
    end
  end
  -- Finish with the message that runs next, so that it stays next.
  table.sort(plans, function(a, b)
    local x, y = a.index or 0, b.index or 0
    return x > y or x == y and a.k < b.k
  end)
  local entry = {kind}
  for _, one in ipairs(plans) do
    local was = acts[kind](one)
    if was then
      entry[#entry + 1] = was
    end
    codes[one.k] = '1'
  end
  putBackInLists()
  if #plans > 0 then
    trimTrash()
    writeDown(entry, kind == 'discard')
  end
end
