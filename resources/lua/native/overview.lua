#!lua flags=no-writes,allow-oom
-- Counts and heads of one or more queues (of one slot in a cluster).
-- KEYS for each queue: 1 pending 2 retry 3 leased 4 failed 5 done 6 trash 7 damaged 8 meta 9 ops
-- Reply: {now, per queue either `DAMAGED <role>` or {pending, of these due, retry, leased, failed, done, trash, damaged, head of
-- pending, head of retry, next of pending later than now, next of retry, when the newest operation was recorded, {meta field, value,
-- …}}}; heads and the newest are '' when there is none
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
local function overview(at)
  local sizes = {}
  for i, role in ipairs({'pending', 'retry', 'leased', 'failed', 'done', 'trash'}) do
    sizes[i] = try('ZCARD', KEYS[at + i])
    if type(sizes[i]) == 'table' then
      return 'DAMAGED ' .. role
    end
  end
  local quarantined = try('HLEN', KEYS[at + 7])
  if type(quarantined) == 'table' then
    return 'DAMAGED damaged'
  end
  local meta = try('HGETALL', KEYS[at + 8])
  if meta.err then
    return 'DAMAGED meta'
  end
  local pending, retry = '', ''
  local due = 0
  if sizes[1] > 0 then
    pending = headOf(KEYS[at + 1])
    due = call('ZCOUNT', KEYS[at + 1], '-inf', nowText)
  end
  if sizes[2] > 0 then
    retry = headOf(KEYS[at + 2])
  end
  -- A damaged list of operations is told by who reads it.
  local newest = try('ZRANGE', KEYS[at + 9], 0, 0, 'REV', 'WITHSCORES')
  return {sizes[1], due, sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], quarantined, pending, retry,
    nextOf(KEYS[at + 1], pending), nextOf(KEYS[at + 2], retry), newest[2] or '', meta}
end
local reply = {now}
for at = 0, #KEYS - 9, 9 do
  reply[#reply + 1] = overview(at)
end
return reply
