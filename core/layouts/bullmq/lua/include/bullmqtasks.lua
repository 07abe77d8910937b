-- Acts on BullMQ jobs; see include/jobtasks. Also uses newDue(position, due time in ms).
--- @include "bullmqjudge"
--- @include "islifo"

-- Returns a score for a due time: one more than the highest score used for that millisecond, or the
-- millisecond's last score if all are taken. Up to 4,096 jobs due in the same millisecond stay in
-- order.
local function slotAt(due)
  local lowest, highest = due * 4096, due * 4096 + 4095
  local top = call('ZRANGE', base .. 'delayed', whole(highest), whole(lowest), 'BYSCORE', 'REV', 'LIMIT', 0, 1, 'WITHSCORES')
  return whole(top[2] and math.min(tonumber(top[2]) + 1, highest) or lowest)
end

-- Adds a job to the delayed jobs, as BullMQ does. Returns its score.
local function delayUntil(due, id)
  local score = slotAt(due)
  call('ZADD', base .. 'delayed', score, id)
  call('HSET', base .. id, 'delay', whole(math.max(0, due - now)))
  announce('event', 'delayed', 'jobId', id, 'delay', whole(due))
  dueChanged = true
  return call('ZSCORE', base .. 'delayed', id)
end

local acts = {
  retry = function(plan)
    local job, due = plan.job, newDue(plan.k, 0) or 0
    local was = {plan.id, plan.score, job[10], job[11], job[12], false, historyOf(job[5], job[9], job[4])}
    call('ZREM', base .. 'failed', plan.id)
    call('HDEL', base .. plan.id, 'finishedOn', 'processedOn', 'failedReason')
    if due > now then
      was[8], was[9] = delayUntil(due, plan.id), job[7]
      return was
    end
    was[6] = makeReady(plan.id, job[6], isLifo(job[13]))
    announce('event', 'waiting', 'jobId', plan.id, 'prev', 'failed')
    return was
  end,
  ['run-now'] = function(plan)
    local job = plan.job
    call('ZREM', base .. 'delayed', plan.id)
    call('HSET', base .. plan.id, 'delay', '0')
    local left = makeReady(plan.id, job[6], false)
    announce('event', 'waiting', 'jobId', plan.id, 'prev', 'delayed')
    dueChanged = true
    return {plan.id, plan.score, job[7], left, historyOf(job[5], job[9], job[4])}
  end,
  reschedule = function(plan)
    local due = newDue(plan.k, tonumber(plan.score) / 4096)
    call('ZREM', base .. 'delayed', plan.id)
    return {plan.id, plan.score, plan.job[7], delayUntil(due, plan.id)}
  end,
}
--- @include "jobtasks"
