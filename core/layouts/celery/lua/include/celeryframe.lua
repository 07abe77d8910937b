-- Checks that every script performs before changing a Celery queue. Uses include/overlay, where
-- KEYS 1 is the list of the queue's most urgent messages. Lists for other priorities have the same
-- name, followed by a separator and the priority.
local layout, isTail = 'celery', true

-- Returns the key of a list, or nil if there is no such list. `set` is `queue`, `queue3`, `queue6` or `queue9` for
-- lists with kombu's own separator. For any other separator, it is `queue:`, followed by the percent-encoded rest of
-- the key after the queue's name.
local function listOf(set)
  local step, ending = string.match(set or '', '^queue([369])$'), string.match(set or '', '^queue:(%S+)$')
  if set == 'queue' then
    return base
  elseif step then
    return base .. '\6\022' .. step
  end
  return ending and base .. string.gsub(ending, '%%(%x%x)', function(byte) return string.char(tonumber(byte, 16)) end)
end

-- Returns the error that prevents changes to these lists (a key of the wrong type, or a missing permission), or nil.
-- `sets`: names of the lists.
local function objectionTo(sets)
  local commands = {}
  for set in pairs(sets) do
    local list = listOf(set)
    local found = list and call('TYPE', list).ok
    if list and found ~= 'none' and found ~= 'list' then
      return damaged('= ' .. list)
    end
    for _, command in ipairs(list and {{'RPUSH', list, 'v'}, {'LREM', list, '1', 'v'}, {'LSET', list, '0', 'v'},
      {'LINDEX', list, '0'}, {'LRANGE', list, '0', '0'}, {'LPOS', list, 'v'}, {'LLEN', list}, {'RPOP', list},
      {'LINSERT', list, 'BEFORE', 'v', 'v'}} or {}) do
      commands[#commands + 1] = command
    end
  end
  return lacking(commands)
end
local wrong = objectionTo({queue = true, queue3 = true, queue6 = true, queue9 = true}) or lacking({{'RPUSH', overlay .. 'op:', 'v'}, {'LPUSH', overlay .. 'op:', 'v'}, {'LSET', overlay .. 'op:', '0', 'v'},
  {'LINDEX', overlay .. 'op:', '0'}, {'LLEN', overlay .. 'op:'}, {'RPOP', overlay .. 'op:'}, {'LPOP', overlay .. 'op:'},
  {'HSET', overlay .. 'op:', 'f', 'v'}, {'HINCRBY', overlay .. 'op:', 'f', '1'}, {'HGETALL', overlay .. 'op:'},
  {'EXISTS', overlay .. 'op:'}, {'PEXPIRE', overlay .. 'op:', '1'}, {'SET', overlay .. 'trash:', 'v'}, {'GET', overlay .. 'trash:'},
  {'PEXPIRETIME', overlay .. 'trash:'}, {'UNLINK', overlay .. 'trash:'}, {'ZCARD', overlay .. 'trash'},
  {'ZADD', overlay .. 'trash', '1', 'm'}, {'ZREM', overlay .. 'trash', 'm'}, {'ZREMRANGEBYSCORE', overlay .. 'trash', '-inf', '0'}})
if wrong then
  return wrong
end

-- Returns a message with its eta replaced. `edit`: `FROM LENGTH TEXT`, where FROM counts from 0.
-- All other bytes remain unchanged.
local function edited(member, edit)
  local from, length, text = string.match(edit, '^(%d+) (%d+) (%S+)$')
  return string.sub(member, 1, from) .. text .. string.sub(member, from + length + 1)
end
