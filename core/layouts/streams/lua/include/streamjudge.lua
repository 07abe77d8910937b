-- Decides what happens to each task of a step. Uses include/streamframe.
-- KEYS 1: the stream; 2: prefix of Dueline's keys; 3: the stream of dead letters; 4: the sorted set
--      of delayed messages (3 and 4: the stream again if there is none)
-- ARGV 1: nonce; 2: operation; 3: action; 4: group; 5: idle time, in ms, after which an entry or
--      its consumer counts as abandoned; 6: maximum number of bytes per step, then six for each
--      task: id, place, owner, deliveries, delivery time or score, new due time. Values of place: p
--      pending, w waiting, h handled, f dead letter, d delayed, t trash
-- Reply: one code per task: 1 = done; 0 = not found; m = moved or changed; r = not applicable; w =
--   its worker may still run it; x = its message was deleted; g = other groups; o = has no owner; y
--   = already released; u = has no due time; t = its place is occupied; d = damaged; l = too many
--   tasks with its score
local operation, action, group, floor = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
local dead, delayed = KEYS[3] ~= key and KEYS[3] or nil, KEYS[4] ~= key and KEYS[4] or nil
local wrong = readGroups(group) or wrongType(dead, delayed)
if wrong then
  return wrong
end
local mostFields, mostEqual, sameDelivery = 4000, 1000, 1000
local consumerIdle = {}
for _, each in ipairs(call('XINFO', 'CONSUMERS', key, group)) do
  local consumer = fieldsOf(each)
  consumerIdle[consumer.name] = consumer.idle
end

-- Each function returns a code if the task must not be changed, or nil. It also sets `fields` and the values that the
-- action needs.
local judges = {
  p = function(one)
    local owner, count, at, idle = pendingOf(one.id)
    -- The client can't read the idle times and the clock at exactly the same moment.
    if not owner or owner ~= one.owner or count ~= one.count or math.abs(at - one.at) > sameDelivery then
      return 'm'
    end
    one.at, one.fields = at, entryIn(key, one.id)
    if not one.fields then
      return action ~= 'delete' and 'x' or nil
    elseif owner == '' then
      return 'o'
    elseif at == 0 and action == 'retry' then
      return 'y'
    elseif idle < floor and (consumerIdle[owner] or 0) < floor then
      return 'w'
    end
    return action == 'run-now' and #groups > 1 and 'g' or nil
  end,
  w = function(one)
    one.fields = entryIn(key, one.id)
    if not one.fields or not isAfter(one.id, mine['last-delivered-id']) or pendingOf(one.id) then
      return 'm'
    end
    return #groups > 1 and 'g' or nil
  end,
  h = function(one)
    one.fields = entryIn(key, one.id)
    if not one.fields then
      return 'm'
    end
    for _, each in ipairs(groups) do
      if isAfter(one.id, each['last-delivered-id']) or #call('XPENDING', key, each.name, one.id, one.id, '1') > 0 then
        return each.name == group and 'm' or 'g'
      end
    end
  end,
  f = function(one)
    one.fields = dead and entryIn(dead, one.id)
    if not one.fields then
      return 'm'
    end
    return (#call('XINFO', 'GROUPS', dead) > 1 or action == 'retry' and #groups > 1) and 'g' or nil
  end,
  d = function(one)
    local found = delayed and call('ZRANGE', delayed, whole(one.at), '(' .. whole(one.at + 1), 'BYSCORE', 'LIMIT', '0',
      mostEqual + 1, 'WITHSCORES') or {}
    for i = 1, #found, 2 do
      if 'bytes-' .. string.sub(redis.sha1hex(found[i]), 1, #one.id - 6) == one.id then
        one.member, one.score, one.fields = found[i], found[i + 1], {}
        return nil
      end
    end
    return #found > 2 * mostEqual and 'l' or 'm'
  end,
  t = function(one)
    local kept = inTrash(one.id)
    if not kept then
      return '0'
    end
    one.kept, one.fields = kept, keptFields(kept)
    if action ~= 'restore' then
      return nil
    elseif kept[1] == 'd' then
      return not delayed and 'r' or call('ZSCORE', delayed, kept[2]) and 't' or nil
    elseif kept[1] == 'f' then
      return not dead and 'r' or nil
    elseif kept[1] == 'p' and entryIn(key, kept[2]) then
      return pendingOf(kept[2]) and 't' or nil
    end
    return #groups > 1 and 'g' or nil
  end,
}
local allowed = {p = {retry = 1, ['run-now'] = 1, discard = 1, delete = 1}, w = {discard = 1, delete = 1}, h = {delete = 1},
  f = {retry = 1, discard = 1, delete = 1}, d = {['run-now'] = 1, reschedule = 1, discard = 1, delete = 1},
  t = {restore = 1, delete = 1}}

-- Returns a code if the action does not apply to the task, or nil.
local function judge(one)
  if not (allowed[one.place] or {})[action] then
    return action == 'reschedule' and one.place == 'w' and 'u' or 'r'
  end
  local code = judges[one.place](one)
  return code or one.fields and #one.fields > mostFields and 'd' or nil
end

local function bytesOf(fields)
  local bytes = 0
  for _, each in ipairs(fields or {}) do
    bytes = bytes + #each
  end
  return bytes
end

local function taskAt(i)
  return {id = ARGV[i], place = ARGV[i + 1], owner = ARGV[i + 2], count = tonumber(ARGV[i + 3]), at = tonumber(ARGV[i + 4]),
    newDue = ARGV[i + 5]}
end
local firstTask, perTask = 7, 6
