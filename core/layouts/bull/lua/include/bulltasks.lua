-- Acts on Bull jobs; see include/jobtasks. Also uses newDue(position, due time in ms).
--- @include "bulljudge"
--- @include "islifo"

-- Adds a job to the delayed jobs, as Bull does: the low 12 bits of the score are those of a numeric id. Returns its
-- score.
local function delayUntil(due, id, addedAt)
  local low = tonumber(id) or 0
  low = low == low and math.abs(low) < 2 ^ 53 and math.floor(low) % 4096 or 0
  call('ZADD', base .. 'delayed', whole(due * 4096 + low), id)
  call('HSET', base .. id, 'delay', whole(math.max(0, due - (tonumber(addedAt) or now))))
  dueChanged = true
  return call('ZSCORE', base .. 'delayed', id)
end

local acts = {
  retry = function(plan)
    local job, hash, due = plan.job, base .. plan.id, newDue(plan.k, 0) or 0
    local was = {plan.id, plan.score, job[10], job[5], job[11], job[1], false, historyOf(nil, job[9], job[4]) .. ' ' .. nowText}
    call('ZREM', base .. 'failed', plan.id)
    call('HDEL', hash, 'finishedOn', 'processedOn', 'failedReason')
    call('HSET', hash, 'retriedOn', nowText)
    if due > now then
      was[9], was[10] = delayUntil(due, plan.id, job[4]), job[7]
    else
      was[7] = makeReady(plan.id, 0, isLifo(job[12]))
    end
    return was
  end,
  ['run-now'] = function(plan)
    local job = plan.job
    call('ZREM', base .. 'delayed', plan.id)
    call('HSET', base .. plan.id, 'delay', '0')
    local left = makeReady(plan.id, priorityOf(job[6]), false)
    return {plan.id, plan.score, job[7], left, historyOf(job[5], job[9], job[4])}
  end,
  reschedule = function(plan)
    local score = tonumber(plan.score)
    local due = newDue(plan.k, score / 4096)
    call('ZADD', base .. 'delayed', 'XX', whole(due * 4096 + score % 4096), plan.id)
    call('HSET', base .. plan.id, 'delay', whole(math.max(0, due - (tonumber(plan.job[4]) or now))))
    dueChanged = true
    return {plan.id, plan.score, plan.job[7], call('ZSCORE', base .. 'delayed', plan.id)}
  end,
}
--- @include "jobtasks"
