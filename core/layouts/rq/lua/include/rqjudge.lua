-- Decides which RQ jobs an action can change: each job must still be where the client saw it.
-- Writes nothing. Uses include/rqframe, listplaces, kind, and the arrays ids, states, details and
-- hints, which have one element per job. A detail is the score (`=SCORE`) or time (`@MS`) that the
-- job must still have, or `-` if it has none. A hint such as `queue 12` is the index in the list
-- where the job was a moment ago, or ''. Returns the plans (for jobs that can be changed) and a
-- code for every other job: 0 = not found; m = moved or changed; w = claimed by a worker; o = waits
-- for another job; q = other jobs wait for it; g = in a group; l = counted by a rate limit; n =
-- waits to run again; u = has no due time; d = damaged; r = action not valid in its state
local setsOf = {scheduled = {'scheduled', 'deferred', 'ready'}, due = {'scheduled'}, failed = {'failed'}, done = {'finished'},
  trash = {'canceled'}}
-- RQ's default retention in ms by set, used for jobs whose hash no longer exists
local kept = {failed = 31536000000, finished = 500000}
local codes, plans, given, listed = {}, {}, {}, {}

-- Returns whether the job still has the score that was displayed. For finished jobs, the score differs from the
-- displayed time.
local function isAsSeen(set, score, detail, endedAt, seenAt, startedAt)
  local seen = string.match(detail, '^@(%-?%d+)$')
  if not seen then
    return detail == '-' or detail == '=' .. score
  elseif set == 'deferred' or set == 'ready' then
    return true
  end
  local ended = kept[set] and (msOf(endedAt) or msOf(seenAt) or msOf(startedAt))
  local scored = math.min(math.floor(tonumber(score) * 1000 + 0.0005), 9e15)
  return whole(math.min(ended or math.max(scored - (kept[set] or 0), 0), 9e15)) == seen
end

-- Returns a code if the job must not be changed, or nil.
local function objection(id, set, job)
  local waits = set == 'deferred' or set == 'ready'
  local isCounted = job.limit and job.limit ~= ''
  if job.status == 'started' then
    return 'w'
  elseif kind == 'edit' then
    return set == 'canceled' and 'r' or nil
  elseif kind == 'retry' then
    return set ~= 'failed' and 'r' or isCounted and 'l' or nil
  elseif kind == 'run-now' or kind == 'reschedule' then
    if waits then
      return 'o'
    elseif set ~= 'scheduled' then
      return set == 'queue' and 'u' or 'r'
    end
    -- Before RQ 2.8, a repeating job stays `finished` until it is queued again.
    return job.status ~= 'scheduled' and job.status ~= 'finished' and 'm' or kind == 'run-now' and isCounted and 'l' or nil
  elseif kind == 'restore' then
    return set ~= 'canceled' and 'r' or not wayBack(id) and (job.waitsFor and 'o' or isCounted and 'l') or nil
  elseif kind == 'discard' and set == 'canceled' then
    return 'r'
  elseif set == 'finished' and job.status == 'canceled' then
    return 'm'
  elseif set == 'finished' and (job.status and job.status ~= 'finished' or call('ZSCORE', keyOf('scheduled'), id)) then
    return 'n' -- a repeating job among the finished jobs is also its own next run
  elseif waits then
    return 'o'
  elseif set ~= 'finished' and call('EXISTS', hashOf(id) .. ':dependents') == 1 then
    return 'q'
  end
  return job.group and job.group ~= '' and 'g' or isCounted and 'l' or nil
end

local function judge(k, set, score, index)
  local id = ids[k]
  local fields = try('HMGET', hashOf(id), 'status', 'origin', 'enqueued_at', 'ended_at', 'group_id', 'rate_limit_key', 'ttl',
    'enqueue_at_front', 'dependency_ids', 'last_heartbeat', 'started_at')
  if fields.err then
    codes[k] = 'd'
    return
  end
  local job = {status = fields[1], origin = fields[2], enqueuedAt = fields[3], group = fields[5], limit = fields[6], ttl = fields[7],
    atFront = fields[8] == '1', waitsFor = fields[9] and fields[9] ~= '' and fields[9] ~= '[]'}
  if not fields[1] and kind ~= 'delete' and call('EXISTS', hashOf(id)) == 0 then
    codes[k] = '0'
  elseif job.origin and job.origin ~= queue or score and not isAsSeen(set, score, details[k], fields[4], fields[10], fields[11]) then
    codes[k] = 'm'
  else
    codes[k] = objection(id, set, job)
    if not codes[k] then
      plans[#plans + 1] = {k = k, id = id, set = set, score = score or '-', job = job, index = index}
    end
  end
end

local function standsIn(id, state)
  for _, set in ipairs(setsOf[state] or {}) do
    local score = call('ZSCORE', keyOf(set), id)
    if score then
      return set, score
    end
  end
end

-- Returns the code for a job that is not where the client saw it.
local function elsewhere(id, state)
  local job = try('HMGET', hashOf(id), 'status')
  if state == 'leased' or call('LPOS', base .. taken, id) then
    return (job.err or not job[1] and call('EXISTS', hashOf(id)) == 0) and '0'
      or (job[1] == 'started' or state ~= 'leased') and 'w' or 'm'
  end
  return (job.err or call('EXISTS', hashOf(id)) == 1) and 'm' or '0'
end

for k, id in ipairs(ids) do
  local set, score = standsIn(id, states[k])
  local index = tonumber(string.match(hints[k] or '', '^queue (%d+)$'))
  if given[id] then
    codes[k] = 'm'
  elseif set then
    judge(k, set, score)
  elseif states[k] == 'due' and index then
    listed[#listed + 1] = {k = k, at = index}
  else
    codes[k] = elsewhere(id, states[k])
  end
  given[id] = true
end
do
  table.sort(listed, function(a, b) return a.at > b.at end) -- start with the job that workers would claim last
  local wanted, at = {}, {}
  for i, one in ipairs(listed) do
    wanted[i], at[i] = ids[one.k], one.at
  end
  local places = placesIn(base .. list, wanted, at)
  for i, one in ipairs(listed) do
    if places[i] then
      judge(one.k, 'queue', nil, places[i])
    else
      codes[one.k] = elsewhere(wanted[i], 'due')
    end
  end
end
