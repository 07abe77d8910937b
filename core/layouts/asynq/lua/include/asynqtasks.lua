-- Acts on the tasks that include/asynqjudge has accepted. All reads and checks are already
-- complete, so this file only writes. Uses the variables of include/asynqjudge, writedown,
-- operation, and newDue(position, due time in ms). Returns one code per task: 1 = done; for the
-- others, see include/asynqjudge
--- @include "asynqjudge"
local function makeReady(plan)
  local due = kind == 'retry' and newDue(plan.k, 0) or 0
  call('ZREM', base .. plan.set, plan.id)
  if due > now then -- asynq stores a task with a due time like this
    call('ZADD', base .. 'scheduled', whole(math.floor(due / 1000)), plan.id)
    call('HSET', hashOf(plan.id), 'state', 'scheduled')
    return {plan.id, plan.set, plan.score, plan.since, call('ZSCORE', base .. 'scheduled', plan.id)}
  end
  call('LPUSH', base .. 'pending', plan.id)
  call('HSET', hashOf(plan.id), 'state', 'pending', 'pending_since', pendingSince)
  return {plan.id, plan.set, plan.score, plan.since}
end

-- Each function changes one task and returns its undo data, or false if the change cannot be undone.
local acts = {
  retry = makeReady,
  ['run-now'] = makeReady,
  reschedule = function(plan)
    local key = base .. plan.set
    call('ZADD', key, 'XX', whole(math.floor(newDue(plan.k, tonumber(plan.score) * 1000) / 1000)), plan.id)
    return {plan.id, plan.set, plan.score, call('ZSCORE', key, plan.id)}
  end,
  discard = function(plan)
    if plan.set ~= 'pending' then
      call('ZREM', base .. plan.set, plan.id)
    end
    intoTrash(plan.id, plan.set, plan.score, plan.unique, operation, now, now + trashKept, plan.near)
    return {plan.id}
  end,
  restore = function(plan)
    local goesAt = call('PEXPIRETIME', overlay .. 'trash:' .. plan.id)
    local set, score = outOfTrash(plan.id, plan.known, plan.unique)
    return {plan.id, plan.score, set, score, whole(goesAt), plan.since, plan.known[3] or ''}
  end,
  delete = function(plan)
    if plan.set == 'trash' then
      call('UNLINK', overlay .. 'trash:' .. plan.id)
      call('ZREM', trashKey, plan.id)
      return false
    elseif plan.set ~= 'pending' then
      call('ZREM', base .. plan.set, plan.id)
    end
    freeUnique(plan.id, plan.unique)
    call('UNLINK', hashOf(plan.id))
    return false
  end,
}

do
  local out, length = {}, call('LLEN', base .. 'pending')
  for _, plan in ipairs(plans) do
    if plan.index then
      plan.near = nearAt(base .. 'pending', plan.index, length)
      out[#out + 1] = plan.index
    end
  end
  takeOut(base .. 'pending', out)
  -- Finish with the task that runs next, so that it stays next.
  table.sort(plans, function(a, b)
    local first, second = a.index or -math.huge, b.index or -math.huge
    return first > second or first == second and a.k < b.k
  end)
  local entry = {kind .. ' ' .. pendingSince}
  for _, plan in ipairs(plans) do
    local was = acts[kind](plan)
    if was then
      for i = 1, 7 do
        was[i] = was[i] or false
      end
      entry[#entry + 1] = was
    end
    codes[plan.k] = '1'
  end
  putBackInList()
  if #plans > 0 then
    trimTrash()
    writeDown(entry, #out > 0 and kind == 'discard')
  end
end
