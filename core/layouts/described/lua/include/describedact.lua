-- Code shared by act and delete. Acts on tasks of a described queue, or adds or claims tasks. For each task, the client
-- sends a list of steps derived from the layout file. Names of keys, members and values reach the script only as KEYS
-- and ARGV. A task is changed only if all its checks succeed, and then all its steps are carried out.
-- KEYS 1: a key of the queue; 2: prefix of Dueline's keys; then the keys to which steps refer by number; last, the memo
-- ARGV 1: nonce; 2: operation; 3: action; then for each task: its name, a code that decides its outcome or '',
--      the number of its steps, and for each step six words: code, number of the key, and four values a b c d, or ''
--      for unused ones:
--   n   the key must not exist (a lock)           ez es el  the key must not contain the member or item a
--   k+  add a string with the value a             h+  add the field a with the value b
--   z-  remove the member a with the score b; d ms per unit of the score if the design's own mover does not check, else ''
--   z=  change the score of the member a from b to c
--   z+  add the member a with the score c         s+  add the member a             l+  push the item a at the end c; b runs next
--   l-  remove the item a; b is the end that runs next                             s-  remove the member a
--   k=  replace the value a with b                k-  delete the string with the value a
--   ds da  delete the string, the hash            dh  delete the field a           dm dz dl  remove the member or item a
--   pm  add the member a to a set                 wh  set the field a to b         ch  move the field a to the field c of key b
--   ti  the timestamp a with the score b is listed while the key c exists (number) pu  publish b on the channel a
--   T   keep in the trash: a place, b member, c score, d number of the step that removes the payload and its field, `2 body`
--   r   restore the name a from the trash         x   delete the name a from the trash
--   R   move into the queue of claimed tasks: a id, b due time in ms or '', c payload, d instead of c: as in T
-- The checks of n, ez, es, el, k+, h+, z-, z=, z+, s+, l-, s-, k= and k- decide whether the task changes. The other steps
-- apply to whatever data exists.
-- Reply: one code per task: 1 = done; 0 = not found; m = moved or changed; v = locked; t = its place is taken; e = the
--   new task exists; d = a key of its data has the wrong type; or the given code
-- Errors: `DAMAGED = KEY`, `LACKS COMMAND KEY`, `OLD CALL`
local memoKey, nonce = KEYS[#KEYS], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local operation, action = ARGV[2], ARGV[3]
--- @include "overlay"
--- @include "describedchanges"
--- @include "writedown"
--- @include "describedrun"
local kindOf = {['z-'] = 'z', ['z='] = 'z', ['z+'] = 'z', ['l-'] = 'l', ['l+'] = 'l', ['s-'] = 's', ['s+'] = 's', ['k='] = 'k',
  ['k-'] = 'k', ['k+'] = 'k', ['h+'] = 'h', ez = 'z', es = 's', el = 'l', ds = 'k', dh = 'h', da = 'a', dm = 's', dz = 'z', dl = 'l',
  pm = 's', wh = 'h', ch = 'h', ti = 't', n = 'n'}
-- Steps on a task's own data. If a key has the wrong type, only its tasks remain unchanged.
local isOfTask = {ds = true, da = true, dh = true, ['k='] = true, ['k-'] = true}
local tasks, at = {}, 4
local wrong = objectionToOurs() or action == 'run' and objectionToRun() or nil
while at <= #ARGV do
  local task, count = {name = ARGV[at], code = ARGV[at + 1]}, tonumber(ARGV[at + 2])
  at = at + 3
  for i = 1, count do
    local step = {ARGV[at], KEYS[tonumber(ARGV[at + 1])], unpack(ARGV, at + 2, at + 5)}
    if step[1] == 'ch' then
      step[4] = KEYS[tonumber(step[4])]
      wrong = wrong or objectionTo('h', step[4])
    elseif step[1] == 'ti' then
      step[5] = KEYS[tonumber(step[5])]
    elseif step[1] == 'pu' then
      wrong = wrong or lacking({{'PUBLISH', step[3], 'm'}})
    elseif step[1] == 'r' then
      for _, change in ipairs(cmsgpack.unpack((inTrash(step[3]) or {was = '\144'}).was)) do
        wrong = wrong or objectionTo(change[1], change[2])
      end
    end
    if kindOf[step[1]] then
      local objection = objectionTo(kindOf[step[1]], step[2])
      if objection and isOfTask[step[1]] and string.find(objection.err, '^DAMAGED ') then
        task.code = task.code ~= '' and task.code or 'd'
      else
        wrong = wrong or objection
      end
    end
    task[i] = step
    at = at + 6
  end
  tasks[#tasks + 1] = task
end
if wrong then
  return wrong
end

-- Returns whether the item is in the list, the item that workers would claim after it, whether it is at the end that
-- workers reach last, and its distance from the other end if it is not. Bulk actions start at the end that workers reach
-- last. Claims don't: if several items have equal bytes, they take the one that runs next.
local function placeIn(list, item, runs)
  local isTail = runs == 'tail'
  if call('LINDEX', list, isTail and '-1' or '0') == item then
    return true, call('LINDEX', list, isTail and '-2' or '1'), false, 0
  elseif action ~= 'run' and call('LINDEX', list, isTail and '0' or '-1') == item then
    return true, false, true
  end
  local index = call('LPOS', list, item, 'RANK', isTail and '-1' or '1')
  if not index then
    return false
  end
  return true, (not isTail or index > 0) and call('LINDEX', list, isTail and index - 1 or index + 1), false,
    isTail and call('LLEN', list) - 1 - index or index
end

-- Each of these functions returns a code if a task fails its check.
local function hasScore(s)
  s.score = call('ZSCORE', s[2], s[3])
  return not (s.score and tonumber(s.score) == tonumber(s[4])) and 'm' or nil
end
local function isFree(isTaken)
  return isTaken and 't' or nil
end
local function isNew(found, wanted)
  return found and (found == wanted and 'e' or 't') or nil
end
local checks = {
  ['k+'] = function(s) return isNew(call('GET', s[2]), s[3]) end,
  ['h+'] = function(s) return isNew(call('HGET', s[2], s[3]), s[4]) end,
  ez = function(s) return call('ZSCORE', s[2], s[3]) and 'e' or nil end,
  es = function(s) return call('SISMEMBER', s[2], s[3]) == 1 and 'e' or nil end,
  el = function(s) return call('LPOS', s[2], s[3]) and 'e' or nil end,
  n = function(s) return call('EXISTS', s[2]) == 1 and 'v' or nil end,
  ['z-'] = hasScore, ['z='] = hasScore,
  ['z+'] = function(s) return isFree(call('ZSCORE', s[2], s[3])) end,
  ['s+'] = function(s) return isFree(call('SISMEMBER', s[2], s[3]) == 1) end,
  ['s-'] = function(s) return call('SISMEMBER', s[2], s[3]) == 0 and 'm' or nil end,
  ['k='] = function(s) return call('GET', s[2]) ~= s[3] and 'm' or nil end,
  ['k-'] = function(s) return call('GET', s[2]) ~= s[3] and 'm' or nil end,
  ['l-'] = function(s)
    s.isThere, s.behind, s.isLast, s.distance = placeIn(s[2], s[3], s[4])
    return not s.isThere and 'm' or nil
  end,
  R = function(s, task)
    local number, body = string.match(s[6], '^(%d+) ?(.*)$')
    local store = number and task[tonumber(number)]
    if store then
      s[5] = store[1] == 'ds' and call('GET', store[2]) or
        store[1] ~= 'ds' and call('HGET', store[2], store[1] == 'dh' and store[3] or body)
    end
    return isPaused and 'v' or not s[5] and 'm' or nil
  end,
}

local function dropFromList(s, runs, behind, isLast, distance)
  local isTail = runs == 'tail'
  if isLast then
    call(isTail and 'LPOP' or 'RPOP', s[2])
  elseif call('LINDEX', s[2], isTail and '-1' or '0') == s[3] then
    call(isTail and 'RPOP' or 'LPOP', s[2])
  else
    call('LREM', s[2], isTail and '-1' or '1', s[3])
  end
  return {'l', s[2], s[3], true, false, expiryOf(s[2]), runs, behind, false, distance}
end
local function setScore(s, before, after, perUnit)
  if after then call('ZADD', s[2], after, s[3]) else call('ZREM', s[2], s[3]) end
  return {'z', s[2], s[3], before, after, expiryOf(s[2]), perUnit}
end
local function setMember(s, before, after)
  call(after and 'SADD' or 'SREM', s[2], s[3])
  return {'s', s[2], s[3], before, after, expiryOf(s[2])}
end
local function setValue(s, before, after)
  if after then call('SET', s[2], after, 'KEEPTTL') else call('DEL', s[2]) end
  return {'k', s[2], '', before, after, expiryOf(s[2])}
end
local function setField(key, field, after, newExpiry)
  local before, expiry, fieldExpiry = call('HGET', key, field), expiryOf(key), fieldExpiries(key, {field})
  if after then writeFields(key, {field, after}, newExpiry) else call('HDEL', key, field) end
  return {'h', key, field, before, after, expiry, fieldExpiry, after and newExpiry or false}
end

-- Each function carries out a step and returns its changes, if any. A function whose step may remove a key reads the
-- key's expiry first.
local steps = {
  ['z-'] = function(s) expiryOf(s[2]) return setScore(s, s.score, false, s[6] ~= '' and tonumber(s[6])) end,
  ['z='] = function(s) return setScore(s, s.score, s[5], s[6] ~= '' and tonumber(s[6])) end,
  ['z+'] = function(s) return setScore(s, false, s[5], false) end,
  ['l-'] = function(s) expiryOf(s[2]) return dropFromList(s, s[4], s.behind, s.isLast, s.distance) end,
  ['l+'] = function(s)
    call(s[5] == 'tail' and 'RPUSH' or 'LPUSH', s[2], s[3])
    return {'l', s[2], s[3], false, true, expiryOf(s[2]), s[4], false}
  end,
  ['s-'] = function(s) expiryOf(s[2]) return setMember(s, true, false) end,
  ['s+'] = function(s) return setMember(s, false, true) end,
  ['k='] = function(s) return setValue(s, s[3], s[4]) end,
  ['k-'] = function(s) expiryOf(s[2]) return setValue(s, s[3], false) end,
  ['k+'] = function(s) return setValue(s, false, s[3]) end,
  ['h+'] = function(s) return setField(s[2], s[3], s[4]) end,
  ds = function(s)
    local value = call('GET', s[2])
    expiryOf(s[2])
    return value and setValue(s, value, false)
  end,
  da = function(s)
    local fields, expiry = call('HGETALL', s[2]), expiryOf(s[2])
    if #fields > 0 then
      local names = {}
      for i = 1, #fields, 2 do
        names[#names + 1] = fields[i]
      end
      local expiriesOfFields = fieldExpiries(s[2], names)
      call('DEL', s[2])
      return {'a', s[2], '', fields, false, expiry, expiriesOfFields}
    end
  end,
  dh = function(s)
    return call('HGET', s[2], s[3]) and setField(s[2], s[3], false)
  end,
  dm = function(s)
    expiryOf(s[2])
    return call('SISMEMBER', s[2], s[3]) == 1 and setMember(s, true, false)
  end,
  dz = function(s)
    local score = call('ZSCORE', s[2], s[3])
    expiryOf(s[2])
    return score and setScore(s, score, false, false)
  end,
  dl = function(s)
    local isThere, behind, isLast, distance = placeIn(s[2], s[3], 'head')
    expiryOf(s[2])
    return isThere and dropFromList(s, 'head', behind, isLast, distance)
  end,
  pm = function(s)
    return call('SISMEMBER', s[2], s[3]) == 0 and setMember(s, false, true)
  end,
  wh = function(s) return setField(s[2], s[3], s[4]) end,
  ch = function(s)
    local value = call('HGET', s[2], s[3])
    if value then
      local fieldExpiry = fieldExpiries(s[2], {s[3]})
      return setField(s[2], s[3], false), setField(s[4], s[5], value, fieldExpiry)
    end
  end,
  ti = function(s)
    local change = {'t', s[2], s[3], s[4], false, false, s[5]}
    indexes[#indexes + 1] = change
    return change
  end,
  pu = function(s) call('PUBLISH', s[3], s[4]) end,
}

local order = {}
for k = 1, #tasks do
  order[k] = k
  tasks[k].n = tasks[k][1] and tasks[k][1][1] == 'r' and (inTrash(tasks[k][1][3]) or {}).n or ''
end
-- Restore the most recently discarded task first, so that earlier tasks find their former neighbors.
if action == 'restore' then
  table.sort(order, function(a, b) return tasks[a].n > tasks[b].n or tasks[a].n == tasks[b].n and a < b end)
end

if action == 'discard' then
  local names = {}
  for k = 1, #tasks do
    names[k] = tasks[k].name
  end
  lookInTrash(names)
end
local codes, entry = {}, {action}
for _, k in ipairs(order) do
  local task, code = tasks[k], tasks[k].code
  local first = task[1] or {}
  for _, step in ipairs(task) do
    code = code ~= '' and code or checks[step[1]] and checks[step[1]](step, task) or ''
  end
  if code ~= '' then
    codes[k] = code
  elseif first[1] == 'r' then
    local done = restore(first[3])
    codes[k] = done and '1' or done == nil and '0' or 't'
    entry[#entry + 1] = done or nil
  elseif first[1] == 'x' then
    codes[k] = call('EXISTS', overlay .. 'trash:' .. first[3]) == 1 and '1' or '0'
    outOfTrash(first[3])
  else
    local changes, ofStep, trash = {}, {}, nil
    for i, step in ipairs(task) do
      if step[1] == 'T' then
        trash = step
      elseif step[1] == 'R' then
        intoRun(step[3], step[4], step[5])
      elseif steps[step[1]] then
        local change, more = steps[step[1]](step)
        ofStep[i] = change
        changes[#changes + 1] = change or nil
        changes[#changes + 1] = more
      end
    end
    codes[k] = '1'
    if trash then
      local name, number, field = freeTrashName(task.name), string.match(trash[6], '^(%d+) ?(.*)$')
      local removed = number and ofStep[tonumber(number)]
      local kept = {'place', trash[3], 'key', trash[2], 'member', trash[4], 'score', trash[5],
        'n', nowText .. string.format('.%06d', k), 'was', cmsgpack.pack(changes)}
      if removed then
        local payload = removed[4] or ''
        if type(payload) == 'table' then
          local all = payload
          payload = ''
          for i = 1, #all, 2 do
            payload = all[i] == field and all[i + 1] or payload
          end
        end
        kept[13], kept[14], kept[15], kept[16] = 'payload', payload, 'has', '1'
      end
      intoTrash(name, kept, nowText, whole(now + trashKept))
      entry[#entry + 1] = {name, {}, 'discarded'}
    elseif action ~= 'delete' and action ~= 'run' then
      entry[#entry + 1] = {task.name, changes, ''}
    end
  end
end
finish()
if operation ~= '' then -- a task that was added without an import is not part of an operation
  writeDown(entry)
end
local outcome = table.concat(codes)
remember(outcome)
return outcome
