-- Acts on Sidekiq jobs. Skips jobs unless their exact bytes are still where the client saw them.
-- Reads and checks everything before writing. Uses include/sidekiqframe, membertrash, listplaces,
-- writedown, kind, newDue(position, due time in ms), and tasks. Each element of tasks is {member
-- (if it is in the trash: its id), its location (a set, `queue`, `trash` or the list of a process),
-- its score, its index in the queue or the keys that show whether its process is alive, the queue
-- that it is in or is pushed to, the edits to its bytes or (for a discard or deletion) the key that
-- records its addition or '', a code that decides the outcome or ''}. Returns one code per job: 1 =
-- done; 0 = not found; m = moved or changed; t = its place is occupied; w = running. The client
-- itself determines d = damaged; b = in a batch; k = with a lock; u = has no due time; r = action
-- not valid in its state
local codes, plans, given, listed, returning = {}, {}, {}, {}, {}

local function plan(k, score)
  local one = tasks[k]
  plans[#plans + 1] = {k = k, member = one[1], set = one[2], score = score, queue = one[4], edits = one[5]}
end

for k, one in ipairs(tasks) do
  local member, set = one[1], one[2]
  local name = set .. ' ' .. member
  if one[6] ~= '' then
    codes[k] = one[6]
  elseif given[name] and set ~= 'queue' then
    codes[k] = 'm'
  elseif set == 'queue' then
    listed[one[4]] = listed[one[4]] or {}
    table.insert(listed[one[4]], k)
  elseif isHeldList(set) then
    local index = call('LPOS', base .. set, member)
    if isReported(one[3]) then
      codes[k] = 'w'
    elseif index then
      plan(k, '-')
      plans[#plans].index = index -- the oldest job is at the tail; push it first, so that it runs first
    else
      codes[k] = 'm'
    end
  elseif set == 'trash' then
    local from, score, _, bytes = inTrash(member)
    if not from then
      codes[k] = '0'
    elseif kind == 'restore' and from ~= 'queue'
      and (not keyTypes[from] or returning[from .. bytes] or call('ZSCORE', base .. from, bytes)) then
      codes[k] = 't'
    else
      returning[from .. bytes] = kind == 'restore'
      plan(k, score)
    end
  else
    local score = call('ZSCORE', base .. set, member)
    local due = kind == 'retry' and newDue(k, 0) or 0
    local left = due > 0 and edited(member, one[5])
    if not score or tonumber(score) ~= tonumber(one[3]) then
      codes[k] = 'm'
    elseif left and (given['schedule ' .. left] or call('ZSCORE', base .. 'schedule', left)) then
      codes[k] = 't'
    else
      plan(k, score)
      if left then
        plans[#plans].due, plans[#plans].left = due, left
        given['schedule ' .. left] = true
      end
    end
  end
  given[name] = true
end
local out = {} -- indexes of the jobs to remove, by queue
for name, positions in pairs(listed) do
  -- Start with the job that workers would claim last.
  table.sort(positions, function(a, b) return tonumber(tasks[a][3]) < tonumber(tasks[b][3]) end)
  local wanted, at = {}, {}
  for i, k in ipairs(positions) do
    wanted[i], at[i] = tasks[k][1], tonumber(tasks[k][3])
  end
  local places, isTaken = placesIn(base .. 'queue:' .. name, wanted, at), {}
  for i, k in ipairs(positions) do
    if not places[i] or isTaken[places[i]] then
      codes[k] = 'm'
    else
      isTaken[places[i]] = true
      plan(k, kind == 'discard' and scoreAt(base .. 'queue:' .. name, places[i]) or '-')
      plans[#plans].index = places[i]
      out[name] = out[name] or {}
      table.insert(out[name], places[i])
    end
  end
end

-- Adds a job to the schedule, as Sidekiq's client does for a job with a time.
local function schedule(one)
  call('ZREM', base .. one.set, one.member)
  call('ZADD', base .. 'schedule', string.format('%.3f', one.due / 1000), one.left)
  return {one.member, one.score, one.set, one.queue, one.edits, false, call('ZSCORE', base .. 'schedule', one.left)}
end

local function enqueue(one)
  if one.left then
    return schedule(one)
  end
  if isHeldList(one.set) then
    call('LREM', base .. one.set, -1, one.member)
  else
    call('ZREM', base .. one.set, one.member)
  end
  local isNew = pushTo('LPUSH', one.queue, edited(one.member, one.edits))
  return {one.member, one.score, one.set, one.queue, one.edits, isNew}
end

-- Deletes the record of a job's addition, so that the job can be imported again.
local function forgetAddition(one)
  if one.edits ~= '' then
    try('UNLINK', one.edits)
  end
end

-- Each function changes one job and returns its undo data, or false if the change cannot be undone.
local acts = {
  retry = enqueue,
  ['run-now'] = enqueue,
  reschedule = function(one)
    call('ZADD', base .. one.set, 'XX', string.format('%.3f', newDue(one.k, one.score * 1000) / 1000), one.member)
    return {one.member, one.score, one.set, call('ZSCORE', base .. one.set, one.member)}
  end,
  discard = function(one)
    if one.set ~= 'queue' then
      call('ZREM', base .. one.set, one.member)
    end
    if string.sub(operation, -5) == '-undo' then -- an undone import may be repeated
      forgetAddition(one)
    end
    return {intoTrash(one.set, one.score, one.member, operation, now, now + trashKept), one.set == 'queue' and one.queue or ''}
  end,
  restore = function(one)
    local set, score, by, bytes = inTrash(one.member)
    local at, goesAt = call('ZSCORE', trashKey, one.member), call('PEXPIRETIME', trashedKey(one.member))
    outOfTrash(one.member)
    if set == 'queue' then
      call('SADD', base .. 'queues', one.queue)
      backInto(base .. 'queue:' .. one.queue, bytes, score)
    else
      call('ZADD', base .. set, score, bytes)
      score = call('ZSCORE', base .. set, bytes)
    end
    return {bytes, set, score, one.queue, by, at or nowText, whole(goesAt), one.member}
  end,
  delete = function(one)
    forgetAddition(one)
    if one.set == 'trash' then
      outOfTrash(one.member)
    elseif one.set ~= 'queue' then
      call('ZREM', base .. one.set, one.member)
    end
    return false
  end,
}

do
  for name, indexes in pairs(out) do
    takeOut(base .. 'queue:' .. name, indexes)
  end
  -- Finish with the job that runs next, so that it stays next.
  table.sort(plans, function(a, b) return (a.index or 0) > (b.index or 0) or a.index == b.index and a.k < b.k end)
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
    writeDown(entry, next(out) and kind == 'discard')
  end
end
