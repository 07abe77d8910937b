-- Acts on jobs of Bull as include/jobtasks says. Uses what that does, and newDue(position, its due time), ms. Its codes besides: l held
-- back by a rate limit, n the next run of a repeating job, p too long a list to find a place in, u without a due time
local setsOf = {scheduled = {'delayed'}, due = {'delayed'}, failed = {'failed'}, done = {'completed'}, trash = {'trash'}}
local jobFields = {'retriedOn', 'name', 'stalledCounter', 'timestamp', 'processedOn', 'priority', 'delay', 'deid', 'attemptsMade',
  'finishedOn', kind == 'retry' and 'failedReason' or 'name', kind == 'retry' and 'opts' or 'name'}
--- @include "placescost"
local placed = 0 -- jobs of this call that need a place among those waiting

-- Why a job is left alone, or nothing; `job`: the values of jobFields.
local function objection(id, set, job)
  if kind == 'retry' then
    return set ~= 'failed' and 'r' or call('EXISTS', base .. id .. ':lock') == 1 and 'h' or nil
  elseif set == 'delayed' and isLimited(id) then
    return 'l'
  elseif kind == 'run-now' then
    if set == 'delayed' and priorityOf(job[6]) ~= 0 then
      if isTooLong(placed + 1) then
        return 'p'
      end
      placed = placed + 1
    end
    return set ~= 'delayed' and 'u' or nil
  elseif kind == 'reschedule' then
    return set ~= 'delayed' and 'u' or isNextRun(id) and 'n' or nil
  end
  return call('EXISTS', base .. id .. ':lock') == 1 and 'h' or isNextRun(id) and 'n' or nil
end

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
