-- What every script that changes a queue of Celery asks first. Uses include/overlay with KEYS 1 the list of the queue's messages that
-- run first; those of other priorities are called as it, with the bytes 06 16 and the priority behind.
local layout = 'celery'
local listOf = {queue = base, queue3 = base .. '\6\0223', queue6 = base .. '\6\0226', queue9 = base .. '\6\0229'}
local wrong
for _, list in pairs(listOf) do
  local found = call('TYPE', list).ok
  if found ~= 'none' and found ~= 'list' then
    return damaged('= ' .. list)
  end
  wrong = wrong or lacking({{'RPUSH', list, 'v'}, {'LREM', list, '1', 'v'}, {'LSET', list, '0', 'v'}, {'LINDEX', list, '0'},
    {'LRANGE', list, '0', '0'}, {'LPOS', list, 'v'}, {'LLEN', list}})
end
wrong = wrong or lacking({{'RPUSH', overlay .. 'op:', 'v'}, {'LPUSH', overlay .. 'op:', 'v'}, {'LSET', overlay .. 'op:', '0', 'v'},
  {'LINDEX', overlay .. 'op:', '0'}, {'LLEN', overlay .. 'op:'}, {'RPOP', overlay .. 'op:'}, {'LPOP', overlay .. 'op:'},
  {'HSET', overlay .. 'op:', 'f', 'v'}, {'HINCRBY', overlay .. 'op:', 'f', '1'}, {'HGETALL', overlay .. 'op:'},
  {'EXISTS', overlay .. 'op:'}, {'PEXPIRE', overlay .. 'op:', '1'}, {'SET', overlay .. 'trash:', 'v'}, {'GET', overlay .. 'trash:'},
  {'PEXPIRETIME', overlay .. 'trash:'}, {'UNLINK', overlay .. 'trash:'}, {'ZCARD', overlay .. 'trash'},
  {'ZADD', overlay .. 'trash', '1', 'm'}, {'ZREM', overlay .. 'trash', 'm'}, {'ZREMRANGEBYSCORE', overlay .. 'trash', '-inf', '0'}})
if wrong then
  return wrong
end

-- A message with other bytes in the place of its eta, `FROM LENGTH TEXT`, counted from 0: all else stays byte for byte.
local function edited(member, edit)
  local from, length, text = string.match(edit, '^(%d+) (%d+) (%S+)$')
  return string.sub(member, 1, from) .. text .. string.sub(member, from + length + 1)
end
