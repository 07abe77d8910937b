-- Acts on the jobs that include/jobjudge has accepted. All reads and checks are already complete, so this file only
-- writes. Uses the variables of include/jobjudge, writedown, and the layout's acts by kind. Each act changes one job
-- and returns its undo data. Returns codes: 1 done, and the codes of include/jobjudge.
--- @include "jobentries"
function acts.discard(plan)
  intoTrash(plan.id, plan.set, plan.score, plan.job[8], operation, now, now + trashKept, plan.near)
  keepOthers(plan.id, plan.others)
  return {plan.id}
end

function acts.restore(plan)
  local kept = overlay .. 'trash:' .. plan.id
  local known, goesAt = call('HMGET', kept, unpack(ourFields)), call('PEXPIRETIME', kept)
  local set, score = outOfTrash(plan.id, known)
  return {plan.id, plan.score, set, score, whole(goesAt), historyOf(plan.job[5], plan.job[9], plan.job[4]), known[3]}
end

function acts.delete(plan)
  if plan.set == 'trash' then
    local kept = overlay .. 'trash:' .. plan.id
    call('UNLINK', kept, kept .. ':logs')
    call('ZREM', trashKey, plan.id)
    return false
  end
  local hash, deduplication = base .. plan.id, plan.job[8]
  if deduplication and try('GET', base .. 'de:' .. deduplication) == plan.id then
    call('DEL', base .. 'de:' .. deduplication)
  end
  leavePlace(plan.id, plan.set)
  call('UNLINK', hash, hash .. ':logs')
  return false
end

do
  local leaving, out = {}, {} -- leaving: ids and indexes of jobs, by list; out: indexes of all their entries, by list
  for _, plan in ipairs(plans) do
    if plan.index then
      local those = leaving[plan.set] or {ids = {}, at = {}}
      leaving[plan.set] = those
      table.insert(those.ids, plan.id)
      table.insert(those.at, plan.index)
    elseif kind == 'discard' or kind == 'delete' and plan.set ~= 'trash' then
      call('ZREM', base .. plan.set, plan.id)
    end
  end
  for name, those in pairs(leaving) do
    out[name], those.entries = {}, entriesOf(base .. name, those.ids, those.at)
  end
  for _, plan in ipairs(plans) do
    if plan.index then
      local indexes = leaving[plan.set].entries[plan.id]
      plan.index = indexes[1]
      plan.near, plan.others = leaveList(base .. plan.set, indexes, out[plan.set])
    end
  end
  for _, stray in ipairs(strays) do
    out[stray.set] = out[stray.set] or {}
    addOther(stray.id, leaveList(base .. stray.set, {stray.index}, out[stray.set]))
    codes[stray.k] = '1'
    further[#further + 1] = stray.id
  end
  for name, indexes in pairs(out) do
    takeOut(base .. name, indexes)
  end
  local entry, hasListed = {kind}, next(out)
  for _, plan in ipairs(plans) do
    local was = acts[kind](plan)
    if was then
      entry[#entry + 1] = was
    end
    codes[plan.k] = '1'
    for _, k in ipairs(plan.others and again[plan.id] or {}) do
      codes[k] = '1'
      further[#further + 1] = plan.id
    end
  end
  putBackInList()
  if kind == 'discard' and hasListed then
    -- Finish with the job that runs next, so that it stays next.
    local at = {}
    for _, plan in ipairs(plans) do
      at[plan.id] = plan.index or -math.huge
    end
    local head = table.remove(entry, 1)
    table.sort(entry, function(a, b) return at[a[1]] > at[b[1]] end)
    table.insert(entry, 1, head)
  end
  if #plans > 0 then
    trimTrash()
    wake()
    writeDown(entry, kind == 'discard' and hasListed)
  end
  -- Additional entries of a job count as done. An undo counts them too, before it moves the jobs back.
  if kind == 'discard' and #further > 0 then
    local counted = {kind}
    for i, id in ipairs(further) do
      counted[i + 1] = {id, 'further'}
    end
    writeDown(counted, false)
  end
end
