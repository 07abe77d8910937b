-- Implements `streams/act` and `streams/delete`. Applies an action to a stream's tasks. Skips tasks
-- that have changed since the client saw them.
-- KEYS and ARGV: see include/streamjudge; in addition KEYS 5: memo
-- Reply: codes as in include/streamjudge; there may be fewer codes than tasks, because the step
--   ends after the given number of bytes
local memoKey, nonce = KEYS[5], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
--- @include "overlay"
--- @include "streamframe"
--- @include "streamjudge"
--- @include "writedown"
wrong = missingRight(dead, delayed)
if wrong then
  return wrong
end

local function discarded(one, id, detail)
  return intoTrash(one.id, {one.place, id, one.owner, whole(one.count), detail, operation, unpack(one.fields)}, now,
    now + trashKept)
end

-- Each function changes one task and returns its undo data, or false if the change cannot be undone.
local acts = {
  p = {
    retry = function(one)
      claim(one.id, one.owner, 0, one.count)
      return {'p', one.id, one.owner, one.count, one.at}
    end,
    ['run-now'] = function(one)
      local copy = call('XADD', key, '*', unpack(one.fields))
      call('XACK', key, group, one.id)
      return {'p', one.id, one.owner, one.count, one.at, copy}
    end,
    discard = function(one)
      local name = discarded(one, one.id, whole(one.at))
      call('XACK', key, group, one.id)
      return {'p', name}
    end,
    delete = function(one)
      call('XACK', key, group, one.id)
      return false
    end,
  },
  w = {
    discard = function(one)
      local name = discarded(one, one.id, '0')
      call('XDEL', key, one.id)
      return {'w', name}
    end,
    delete = function(one)
      call('XDEL', key, one.id)
      return false
    end,
  },
  h = {
    delete = function(one)
      call('XDEL', key, one.id)
      return false
    end,
  },
  f = {
    retry = function(one)
      local copy = call('XADD', key, '*', unpack(one.fields))
      call('XDEL', dead, one.id)
      -- Don't move the entry to the trash: a restore would then duplicate the message.
      return {'f', one.id, dead, copy, one.fields}
    end,
    discard = function(one)
      local name = discarded(one, one.id, '0')
      call('XDEL', dead, one.id)
      return {'f', name, dead}
    end,
    delete = function(one)
      call('XDEL', dead, one.id)
      return false
    end,
  },
  d = {
    ['run-now'] = function(one)
      call('ZADD', delayed, 'XX', nowText, one.member)
      return {'d', one.member, delayed, one.score, nowText}
    end,
    reschedule = function(one)
      call('ZADD', delayed, 'XX', one.newDue, one.member)
      return {'d', one.member, delayed, one.score, one.newDue}
    end,
    discard = function(one)
      local name = discarded(one, one.member, one.score)
      call('ZREM', delayed, one.member)
      return {'d', name, delayed}
    end,
    delete = function(one)
      call('ZREM', delayed, one.member)
      return false
    end,
  },
  t = {
    restore = function(one)
      local kept, added = one.kept, ''
      local at, expiresAt = call('ZSCORE', trashKey, one.id), call('PEXPIRETIME', overlay .. 'trash:' .. one.id)
      if kept[1] == 'd' then
        call('ZADD', delayed, kept[5], kept[2])
      elseif kept[1] == 'p' and entryIn(key, kept[2]) then
        claim(kept[2], kept[3], kept[5], kept[4], 'FORCE')
      else
        added = call('XADD', kept[1] == 'f' and dead or key, '*', unpack(one.fields))
      end
      outOfTrash(one.id)
      return {kept[1], one.id, kept[1] == 'd' and delayed or kept[1] == 'f' and dead or key, added, kept, at or nowText,
        whole(expiresAt)}
    end,
    delete = function(one)
      outOfTrash(one.id)
      return false
    end,
  },
}

local codes, entry, bytes = {}, {action}, 0
for i = firstTask, #ARGV, perTask do
  local one = taskAt(i)
  local code = judge(one)
  if not code then
    local was = acts[one.place][action](one)
    entry[#entry + 1] = was or nil
    code = '1'
    bytes = bytes + bytesOf(one.fields)
  end
  codes[#codes + 1] = code
  if bytes > tonumber(ARGV[6]) then
    break
  end
end
writeDown(entry)
local outcome = table.concat(codes)
remember(outcome)
return outcome
