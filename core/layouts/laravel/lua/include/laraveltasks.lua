-- Acts on a Laravel queue's jobs. Skips jobs unless their exact bytes are still where the client
-- saw them. Reads and checks everything before writing. Uses include/laravelframe, membertrash,
-- listplaces, writedown, kind, newDue(position, due time in ms), and tasks. Each element of tasks
-- is {member (if it is in the trash: its id), its location (`delayed`, `queue` for the list, or
-- `trash`), its score or its index in the list, unused, unused, a code that decides the outcome or
-- ''}. Returns one code per job: 1 = done; 0 = not found; m = moved or changed; t = `delayed`
-- already contains the job; p = no worker could read it. The client itself determines b = in a
-- batch; u = has no due time; v = reserved; o = its lease has expired; r = action not valid in its
-- state
local codes, plans, given, listed, returning = {}, {}, {}, {}, {}

local function plan(k, score, index)
  plans[#plans + 1] = {k = k, member = tasks[k][1], set = tasks[k][2], score = score, index = index}
end

for k, one in ipairs(tasks) do
  local member, set = one[1], one[2]
  local name = set .. ' ' .. member
  if one[6] ~= '' then
    codes[k] = one[6]
  elseif given[name] and set ~= 'queue' then
    codes[k] = 'm'
  elseif set == 'queue' then
    listed[#listed + 1] = k
  elseif set == 'trash' then
    local from, score, _, bytes = inTrash(member)
    if not from then
      codes[k] = '0'
    elseif kind == 'restore' and from ~= 'queue'
      and (from ~= 'delayed' or returning[bytes] or call('ZSCORE', base .. from, bytes)) then
      codes[k] = 't'
    elseif kind == 'restore' and not isSound(bytes) then
      codes[k] = 'p'
    else
      returning[bytes] = kind == 'restore' and from ~= 'queue'
      plan(k, score)
    end
  else
    local score = call('ZSCORE', base .. set, member)
    if not score or tonumber(score) ~= tonumber(one[3]) then
      codes[k] = 'm'
    elseif kind == 'run-now' and not isSound(member) then
      codes[k] = 'p'
    else
      plan(k, score)
    end
  end
  given[name] = true
end
local indexes = {}
do
  -- Start with the job that workers would claim last.
  table.sort(listed, function(a, b) return tonumber(tasks[a][3]) > tonumber(tasks[b][3]) end)
  local wanted, at, isTaken = {}, {}, {}
  for i, k in ipairs(listed) do
    wanted[i], at[i] = tasks[k][1], tonumber(tasks[k][3])
  end
  local places = placesIn(list, wanted, at)
  for i, k in ipairs(listed) do
    if not places[i] or isTaken[places[i]] then
      codes[k] = 'm'
    else
      isTaken[places[i]] = true
      plan(k, kind == 'discard' and scoreAt(list, places[i]) or '-', places[i])
      indexes[#indexes + 1] = places[i]
    end
  end
end

-- Removes a job. Returns whether a notification was removed with it.
local function takeAway(one)
  if one.set == 'queue' then
    return call('LPOP', base .. 'notify') and true or false
  end
  call('ZREM', base .. one.set, one.member)
  return false
end

-- Each function changes one job and returns its undo data, or false if the change cannot be undone.
local acts = {
  ['run-now'] = function(one)
    call('ZREM', base .. one.set, one.member)
    call('RPUSH', list, one.member)
    notify()
    return {one.member, one.score}
  end,
  reschedule = function(one)
    call('ZADD', base .. one.set, 'XX', whole(math.ceil(newDue(one.k, one.score * 1000) / 1000)), one.member)
    return {one.member, one.score, call('ZSCORE', base .. one.set, one.member)}
  end,
  discard = function(one)
    local isNotified = takeAway(one)
    return {intoTrash(one.set, one.score, one.member, operation, now, now + trashKept), isNotified}
  end,
  restore = function(one)
    local set, score, by, bytes = inTrash(one.member)
    local at, goesAt = call('ZSCORE', trashKey, one.member), call('PEXPIRETIME', trashedKey(one.member))
    outOfTrash(one.member)
    if set == 'queue' then
      backInto(list, bytes, score)
      notify()
    else
      call('ZADD', base .. set, score, bytes)
      score = call('ZSCORE', base .. set, bytes)
    end
    return {bytes, set, score, by, at or nowText, whole(goesAt), one.member}
  end,
  delete = function(one)
    if one.set == 'trash' then
      outOfTrash(one.member)
    else
      takeAway(one)
    end
    return false
  end,
}

do
  takeOut(list, indexes)
  -- Finish with the job that runs next, so that it stays next.
  table.sort(plans, function(a, b)
    local x, y = a.index or -1, b.index or -1
    return x < y or x == y and a.k < b.k
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
    writeDown(entry, #indexes > 0 and kind == 'discard')
  end
end
