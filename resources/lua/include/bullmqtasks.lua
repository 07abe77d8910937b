-- Acts on jobs of BullMQ as include/jobtasks says. Uses what that does, and newDue(position, its due time), ms. Its codes besides: f in a
-- flow, n the next run of a schedule, g in a group of BullMQ Pro, u without a due time
local setsOf = {scheduled = {'delayed', 'waiting-children'}, due = {'delayed', 'prioritized'}, failed = {'failed'}, done = {'completed'},
  trash = {'trash'}}
local jobFields = {'parentKey', 'rjk', 'gid', 'timestamp', 'ats', 'priority', 'delay', 'deid', 'atm', 'finishedOn', 'processedOn',
  kind == 'retry' and 'failedReason' or 'atm', kind == 'retry' and 'opts' or 'atm'}

-- Why a job is left alone, or nothing; `job`: the values of jobFields.
local function objection(id, set, job)
  if job[3] then
    return 'g'
  elseif set == 'waiting-children' then
    return 'f'
  elseif kind == 'retry' then
    return set ~= 'failed' and 'r' or isInFlow(id, job[1]) and 'f' or nil
  elseif kind == 'run-now' or kind == 'reschedule' then
    return set ~= 'delayed' and 'u' or isNextRun(id, job[2]) and 'n' or nil
  end
  return call('EXISTS', base .. id .. ':lock') == 1 and 'h' or isInFlow(id, job[1]) and 'f' or isNextRun(id, job[2]) and 'n' or nil
end

--- @include "islifo"

-- A score of that ms which is free, or its last one: at most 4,096 jobs have one instant in an order.
local function slotAt(due)
  local lowest, highest = due * 4096, due * 4096 + 4095
  local top = call('ZRANGE', base .. 'delayed', whole(highest), whole(lowest), 'BYSCORE', 'REV', 'LIMIT', 0, 1, 'WITHSCORES')
  return whole(top[2] and math.min(tonumber(top[2]) + 1, highest) or lowest)
end

local acts = {
  retry = function(plan)
    local job = plan.job
    call('ZREM', base .. 'failed', plan.id)
    call('HDEL', base .. plan.id, 'finishedOn', 'processedOn', 'failedReason')
    local left = makeReady(plan.id, job[6], isLifo(job[13]))
    announce('event', 'waiting', 'jobId', plan.id, 'prev', 'failed')
    return {plan.id, plan.score, job[10], job[11], job[12], left, historyOf(job[5], job[9], job[4])}
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
    local score = slotAt(due)
    call('ZADD', base .. 'delayed', score, plan.id)
    call('HSET', base .. plan.id, 'delay', whole(math.max(0, due - now)))
    announce('event', 'delayed', 'jobId', plan.id, 'delay', whole(due))
    dueChanged = true
    return {plan.id, plan.score, plan.job[7], call('ZSCORE', base .. 'delayed', plan.id)}
  end,
}
--- @include "jobtasks"
