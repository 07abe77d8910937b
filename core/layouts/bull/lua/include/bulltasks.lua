-- Acts on Bull jobs; see include/jobtasks. Also uses newDue(position, due time in ms).
--- @include "bulljudge"
--- @include "islifo"

local acts = {
  retry = function(plan)
    local job, hash = plan.job, base .. plan.id
    call('ZREM', base .. 'failed', plan.id)
    call('HDEL', hash, 'finishedOn', 'processedOn', 'failedReason')
    call('HSET', hash, 'retriedOn', nowText)
    local left = makeReady(plan.id, 0, isLifo(job[12]))
    return {plan.id, plan.score, job[10], job[5], job[11], job[1], left, historyOf(nil, job[9], job[4]) .. ' ' .. nowText}
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
