-- Acts on RQ jobs. Skips jobs that are no longer where the client saw them. Reads and checks everything before writing.
-- Uses include/rqframe, listplaces, writedown, the variables of include/rqjudge, and newDue(position, due time in ms).
-- Returns one code per job: 1 = done; for the others, see include/rqjudge
--- @include "rqjudge"

local left = {} -- ids of the jobs to remove, by set; each set's jobs are removed together

local function makeReady(plan)
  local id, job, hash = plan.id, plan.job, hashOf(plan.id)
  local goesAt = call('PEXPIRETIME', hash)
  local atFront = kind == 'run-now' and job.atFront
  local due = kind == 'retry' and newDue(plan.k, 0) or 0
  left[plan.set] = left[plan.set] or {}
  table.insert(left[plan.set], id)
  if due > now then
    return {id, plan.score, job.status, job.enqueuedAt, goesAt, false, schedule(id, hash, job.ttl, goesAt, due)}
  end
  return {id, plan.score, job.status, job.enqueuedAt, goesAt, atFront, enqueue(id, hash, job.ttl, goesAt, atFront)}
end

-- Each function changes one job and returns its undo data, or false if the change cannot be undone.
local acts = {
  retry = makeReady,
  ['run-now'] = makeReady,
  reschedule = function(plan)
    call('ZADD', keyOf('scheduled'), 'XX', whole(math.floor(newDue(plan.k, tonumber(plan.score) * 1000) / 1000)), plan.id)
    return {plan.id, plan.score, call('ZSCORE', keyOf('scheduled'), plan.id)}
  end,
  discard = function(plan)
    local id, status = plan.id, plan.job.status or 'queued'
    if plan.set ~= 'queue' then
      call('ZREM', keyOf(plan.set), id)
    end
    cancel(id, whole(math.floor(now / 1000)), plan.set, plan.score, status, operation, now + trashKept, plan.near)
    return {id, plan.set, plan.score, plan.job.status, call('ZSCORE', keyOf('canceled'), id)}
  end,
  restore = function(plan)
    local id, way, goesAt = plan.id, wayBack(plan.id), call('PEXPIRETIME', hashOf(plan.id))
    local until_ = call('PEXPIRETIME', overlay .. 'trash:' .. id)
    if not way then
      call('ZREM', keyOf('canceled'), id)
      return {id, plan.score, false, queuedAt, goesAt, plan.job.enqueuedAt, enqueue(id, hashOf(id), plan.job.ttl, goesAt)}
    end
    uncancel(id, way)
    return {id, plan.score, way[1], putBackAt(id, way[1], way[2], way[3], way[5]), way[3], plan.job.enqueuedAt, way[4], until_}
  end,
  delete = function(plan)
    local id, hash = plan.id, hashOf(plan.id)
    if plan.set ~= 'queue' then
      call('ZREM', keyOf(plan.set), id)
    end
    call('UNLINK', hash, hash .. ':dependents', base .. 'job::' .. id .. ':dependencies', base .. 'results:' .. id)
    call('UNLINK', overlay .. 'trash:' .. id)
    return false
  end,
}

do
  local out, length = {}, call('LLEN', base .. list)
  for _, plan in ipairs(plans) do
    if plan.index and (kind == 'discard' or kind == 'delete') then
      plan.near = nearAt(base .. list, plan.index, length)
      out[#out + 1] = plan.index
    end
  end
  takeOut(base .. list, out)
  -- Finish with the job that runs next, so that it stays next.
  table.sort(plans, function(a, b)
    local first, second = a.index or -1, b.index or -1
    return first < second or first == second and a.k < b.k
  end)
  local entry = {kind .. ' ' .. queuedAt}
  for _, plan in ipairs(plans) do
    local was = acts[kind](plan)
    if was then
      for i = 1, 8 do
        was[i] = was[i] or false
      end
      entry[#entry + 1] = was
    end
    codes[plan.k] = '1'
  end
  for set, gone in pairs(left) do
    call('ZREM', keyOf(set), unpack(gone))
  end
  putBackInList()
  pushLast()
  if #plans > 0 then
    writeDown(entry, #out > 0 and kind == 'discard')
  end
end
