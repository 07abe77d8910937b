-- Checks that every script performs before changing a Laravel queue. Uses include/overlay, where
-- KEYS 1 is the queue's list. The queue's other keys have the same name followed by `:delayed`,
-- `:reserved` or `:notify`.
local layout, isTail = 'laravel', false
local list = base
base = list .. ':'
local listType = call('TYPE', list).ok
if listType ~= 'none' and listType ~= 'list' then
  return damaged('')
end
local wrong = otherType({delayed = 'zset', notify = 'list'})
  or lacking({{'RPUSH', list, 'v'}, {'LPUSH', list, 'v'}, {'LREM', list, '1', 'v'}, {'LSET', list, '0', 'v'}, {'LINDEX', list, '0'},
  {'LRANGE', list, '0', '0'}, {'LPOS', list, 'v'}, {'LLEN', list}, {'LPOP', list},
  {'LINSERT', list, 'BEFORE', 'v', 'v'}, {'ZADD', base .. 'delayed', '1', 'm'},
  {'ZREM', base .. 'delayed', 'm'}, {'ZSCORE', base .. 'delayed', 'm'}, {'RPUSH', base .. 'notify', '1'}, {'LPOP', base .. 'notify'},
  {'RPOP', base .. 'notify'}, {'RPUSH', overlay .. 'op:', 'v'}, {'LPUSH', overlay .. 'op:', 'v'}, {'LSET', overlay .. 'op:', '0', 'v'},
  {'LINDEX', overlay .. 'op:', '0'}, {'LLEN', overlay .. 'op:'}, {'RPOP', overlay .. 'op:'}, {'LPOP', overlay .. 'op:'},
  {'HSET', overlay .. 'op:', 'f', 'v'}, {'HINCRBY', overlay .. 'op:', 'f', '1'}, {'HGETALL', overlay .. 'op:'},
  {'EXISTS', overlay .. 'op:'}, {'PEXPIRE', overlay .. 'op:', '1'}, {'SET', overlay .. 'trash:', 'v'}, {'GET', overlay .. 'trash:'},
  {'PEXPIRETIME', overlay .. 'trash:'}, {'UNLINK', overlay .. 'trash:'}, {'ZCARD', overlay .. 'trash'},
  {'ZADD', overlay .. 'trash', '1', 'm'}, {'ZREM', overlay .. 'trash', 'm'}, {'ZREMRANGEBYSCORE', overlay .. 'trash', '-inf', '0'}})
if wrong then
  return wrong
end

-- Returns whether a worker can read a job, using the same decoder as the worker's pop. An unreadable job is never
-- pushed, because popping would lose it.
local function isSound(member)
  local isJson, job = pcall(cjson.decode, member)
  return isJson and type(job) == 'table' and type(job.attempts) == 'number'
end

-- Notifies waiting workers that a job is available.
local function notify()
  call('RPUSH', base .. 'notify', '1')
end
