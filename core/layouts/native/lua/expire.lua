#!lua flags=allow-oom
-- Fails waiting tasks whose start deadline has passed, even if no worker claims tasks. A task without its own deadline
-- uses the queue's deadline.
-- KEYS 1: expiring; 2: pending; 3: retry; 4: leased; 5: trash; 6: failed; 7: tries; 8: history; 9: meta; 10: statistics
--      prefix
-- ARGV 1: limit
-- Reply: the number of tasks that failed, plus the number of stale entries in `expiring`
--- @include "begin"
local metaKey, statisticsPrefix = KEYS[9], KEYS[10]
--- @include "version"
--- @include "statistics"
--- @include "tokens"
--- @include "types"
--- @include "history"
local limit = tonumber(ARGV[1])
local ids, stale, from = {}, {}, 0
-- leased and discarded tasks, and failed tasks whose deadline was edited, remain in `expiring` and may come first
while #ids == 0 and #stale == 0 and from < 10 * limit do
  local due = try('ZRANGEBYSCORE', KEYS[1], '-inf', nowText, 'LIMIT', from, limit)
  if due.err then
    return damaged('expiring')
  end
  if #due == 0 then
    break
  end
  local scores = {}
  for k, role in ipairs({'pending', 'retry', 'leased', 'trash', 'failed'}) do
    scores[k] = try('ZMSCORE', KEYS[k + 1], unpack(due))
    if scores[k].err then
      return damaged(role)
    end
  end
  for i = 1, #due do
    if scores[1][i] or scores[2][i] then
      ids[#ids + 1] = due[i]
    elseif not scores[3][i] and not scores[4][i] and not scores[5][i] then
      stale[#stale + 1] = due[i]
    end
  end
  from = from + limit
end
local longestWait = tonumber(call('HGET', metaKey, 'expires') or 0) or 0
for k = 2, longestWait > 0 and 3 or 1 do
  from = 0
  -- tasks with their own deadline remain in pending and retry, and may come first
  while #ids < limit and from < 10 * limit do
    local overdue = try('ZRANGEBYSCORE', KEYS[k], '-inf', string.format('%d', now - longestWait), 'LIMIT', from, limit)
    if overdue.err then
      return damaged(k == 2 and 'pending' or 'retry')
    end
    if #overdue == 0 then
      break
    end
    local own = try('ZMSCORE', KEYS[1], unpack(overdue))
    if own.err then
      return damaged('expiring')
    end
    for i = 1, #overdue do
      if not own[i] and #ids < limit then
        ids[#ids + 1] = overdue[i]
      end
    end
    from = from + limit
  end
end
if #ids > 0 then
  if type(try('ZCARD', KEYS[6])) == 'table' then
    return damaged('failed')
  end
  local tries = try('HMGET', KEYS[7], unpack(ids))
  if tries.err then
    return damaged('tries')
  end
  local histories = try('HMGET', KEYS[8], unpack(ids))
  if histories.err then
    return damaged('history')
  end
  local failedArguments, historyArguments, types = {}, {}, {}
  for k = 1, #ids do
    local line = (triesOf(tries[k])) .. ' ' .. nowText .. ' ' .. nowText .. ' - expired expired before it started'
    failedArguments[2 * k - 1], failedArguments[2 * k] = nowText, ids[k]
    historyArguments[2 * k - 1], historyArguments[2 * k] = ids[k], withLine(histories[k], line)
    types[typeOf(ids[k])] = (types[typeOf(ids[k])] or 0) + 1
  end
  call('HSET', KEYS[8], unpack(historyArguments))
  call('ZADD', KEYS[6], unpack(failedArguments))
  call('ZREM', KEYS[2], unpack(ids))
  call('ZREM', KEYS[3], unpack(ids))
  call('ZREM', KEYS[1], unpack(ids))
  for name, tasks in pairs(types) do
    count('failed:' .. name, tasks)
  end
end
if #stale > 0 then
  call('ZREM', KEYS[1], unpack(stale))
end
return #ids + #stale
