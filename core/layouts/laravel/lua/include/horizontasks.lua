-- Acts on Horizon's failed jobs. Skips jobs whose location or content has changed since the client
-- read them. Reads and checks everything before writing. Uses include/horizonframe, writedown,
-- kind, newDue(position, due time in ms), and tasks. Each element of tasks is {uuid, its location (`failed_jobs` or `trash`), its
-- score, the list to push it to, for a retry the parts {new id, SHA-1 of the payload that was read,
-- new payload, the entry for `retried_by`, 1 if it is forced, tags …}, a code that decides the
-- outcome or ''}. Returns one code per job: 1 = done; 0 = not found; m = moved or changed; t = an
-- id is already in use; d = its data cannot be read. For a retry that is not forced, also e = it
-- was retried before; y = an earlier retry has not ended. The client itself determines p = no
-- worker could read it; r = action not valid in its state
local codes, plans, given = {}, {}, {}

-- Returns a code if the job's field `retried_by` shows that it must not be retried, or nil.
local function retriedCode(text, isForced)
  local isJson, entries = pcall(cjson.decode, text)
  if not isJson or not string.match(text, '^%[.*%]$') then
    return 'd'
  end
  local code
  for _, entry in ipairs(isForced and {} or entries) do
    local status = type(entry) == 'table' and entry.status
    if status == 'completed' then
      return 'e'
    end
    code = status ~= 'failed' and 'y' or code or 'e'
  end
  return code
end

for k, one in ipairs(tasks) do
  local id, set = one[1], one[2]
  if one[6] ~= '' then
    codes[k] = one[6]
  elseif given[id] then
    codes[k] = 'm'
  elseif set == 'trash' then
    local known = inTrash(id)
    if not known then
      codes[k] = '0'
    elseif kind == 'restore' and isTaken(id) then
      codes[k] = 't'
    else
      plans[#plans + 1] = {k = k, id = id, set = set, known = known}
    end
  else
    local score = call('ZSCORE', base .. set, id)
    local fields = try('HMGET', base .. id, 'status', 'payload', 'retried_by', 'connection', 'queue', 'name')
    local parts = kind == 'retry' and partsOf(one[5])
    local isGone = not fields.err and not fields[1] and call('EXISTS', base .. id) == 0
    if not score or tonumber(score) ~= tonumber(one[3]) or fields.err or fields[1] ~= 'failed' and not isGone then
      codes[k] = 'm'
    elseif isGone and kind ~= 'delete' then
      codes[k] = '0'
    elseif kind == 'discard' and call('EXISTS', trashedKey(id)) == 1 then
      codes[k] = 't'
    elseif parts and redis.sha1hex(fields[2] or '') ~= parts[2] then
      codes[k] = 'm'
    elseif parts and fields[3] and retriedCode(fields[3], parts[5] == '1') then
      codes[k] = retriedCode(fields[3], parts[5] == '1')
    elseif parts and call('EXISTS', base .. parts[1]) == 1 then
      codes[k] = 't'
    else
      plans[#plans + 1] = {k = k, id = id, set = set, score = score, fields = fields, parts = parts, list = one[4]}
    end
  end
  given[id] = true
end

local seconds = string.format('%d.%04d', time[1], math.floor(time[2] / 100))

-- Each function changes one job and returns its undo data, or false if the change cannot be undone.
local acts = {
  retry = function(one)
    local newId, payload, retried = one.parts[1], one.parts[3], one.parts[4]
    local due, left = newDue(one.k, 0) or 0, nil
    if due > now then -- a job that Laravel delays waits in this set
      call('ZADD', one.list .. ':delayed', whole(math.floor(due / 1000)), payload)
      left = call('ZSCORE', one.list .. ':delayed', payload)
    else
      call('RPUSH', one.list, payload)
      call('RPUSH', one.list .. ':notify', '1')
    end
    for _, set in ipairs({'recent_jobs', 'pending_jobs'}) do
      call('ZADD', base .. set, '-' .. seconds, newId)
    end
    call('HSET', base .. newId, 'id', newId, 'connection', one.fields[4] or '', 'queue', one.fields[5] or '', 'name', one.fields[6] or '',
      'status', 'pending', 'payload', payload, 'created_at', seconds, 'updated_at', seconds)
    call('EXPIREAT', base .. newId, time[1] + 3600)
    local tagged = {}
    for i = 6, #one.parts do
      local key = base .. one.parts[i]
      local found = call('SISMEMBER', base .. 'monitoring', one.parts[i]) == 1 and call('TYPE', key).ok
      if (found == 'none' or found == 'zset') and redis.acl_check_cmd('ZADD', key, '1', 'm') then
        call('ZADD', key, seconds, newId)
        tagged[#tagged + 1] = one.parts[i]
      end
    end
    local before = one.fields[3]
    local all = before and before ~= '[]' and string.sub(before, 1, -2) .. ',' .. retried .. ']' or '[' .. retried .. ']'
    call('HSET', base .. one.id, 'retried_by', all)
    return {one.id, newId, one.list, payload, retried, before and 1 or 0, tagged, left}
  end,
  discard = function(one)
    intoTrash(one.id, one.score, operation, now, now + trashKept)
    return {one.id}
  end,
  restore = function(one)
    local at, goesAt = call('ZSCORE', trashKey, one.id), call('PEXPIRETIME', trashedKey(one.id))
    outOfTrash(one.id, one.known)
    return {one.id, call('ZSCORE', base .. 'failed_jobs', one.id), one.known[4], at or nowText, whole(goesAt)}
  end,
  delete = function(one)
    if one.set == 'trash' then
      call('UNLINK', trashedKey(one.id))
      call('ZREM', trashKey, one.id)
    else
      call('ZREM', base .. 'failed_jobs', one.id)
      call('ZREM', base .. 'recent_failed_jobs', one.id)
      call('UNLINK', base .. one.id)
    end
    return false
  end,
}

do
  local entry = {kind}
  for _, one in ipairs(plans) do
    local was = acts[kind](one)
    if was then
      entry[#entry + 1] = was
    end
    codes[one.k] = '1'
  end
  if #plans > 0 then
    trimTrash()
    writeDown(entry)
  end
end
