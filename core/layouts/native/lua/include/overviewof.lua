-- Defines overviewOf(k), which returns a queue's counts and heads, given its keys in the order pending, retry, leased,
-- failed, done, trash, damaged, meta, ops. It may instead return `DAMAGED <role>`, an error if the user has no read
-- permission, or `ELSEWHERE` if another cluster node may have the queue.
--- @include "begin"
local function headOf(key)
  return call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] or ''
end
local function nextOf(key, head)
  if head == '' or tonumber(head) > now then
    return head
  end
  return call('ZRANGEBYSCORE', key, '(' .. nowText, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2] or ''
end
-- Query the permission itself, because Redis versions word the error for a missing permission in a script differently.
local function refusal(problem, role, command, key)
  if not redis.acl_check_cmd(command, key) then
    return 'NOPERM ' .. command .. ' ' .. key
  end
  return string.find(problem.err, 'WRONGTYPE', 1, true) and 'DAMAGED ' .. role or 'ELSEWHERE'
end
local function overviewOf(k)
  local sizes = {}
  for i, role in ipairs({'pending', 'retry', 'leased', 'failed', 'done', 'trash'}) do
    sizes[i] = try('ZCARD', k[i])
    if type(sizes[i]) == 'table' then
      return refusal(sizes[i], role, 'ZCARD', k[i])
    end
  end
  local quarantined = try('HLEN', k[7])
  if type(quarantined) == 'table' then
    return refusal(quarantined, 'damaged', 'HLEN', k[7])
  end
  local meta = try('HGETALL', k[8])
  if meta.err then
    return refusal(meta, 'meta', 'HGETALL', k[8])
  end
  local pending, retry = '', ''
  local due = 0
  if sizes[1] > 0 then
    pending = headOf(k[1])
    due = call('ZCOUNT', k[1], '-inf', nowText)
  end
  local dueRetries = 0
  if sizes[2] > 0 then
    retry = headOf(k[2])
    dueRetries = tonumber(retry) <= now and call('ZCOUNT', k[2], '-inf', nowText) or 0
  end
  -- If `ops` has the wrong type, listing the operations reports it.
  local newest = try('ZRANGE', k[9], 0, 0, 'REV', 'WITHSCORES')
  return {sizes[1], due, sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], quarantined, pending, retry,
    nextOf(k[1], pending), nextOf(k[2], retry), newest[2] or '', meta, dueRetries}
end
