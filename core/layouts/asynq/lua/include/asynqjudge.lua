-- Decides which asynq tasks an action can change: each task must still be where the client saw it.
-- Writes nothing. Uses include/asynqframe, listplaces, kind, and the arrays ids, states, details
-- and hints, which have one element per task. A detail is the score (`=SCORE`) or time (`@MS`) that
-- the task must still have, or `-` if it has none. A hint such as `pending -12` is the index in the
-- list where the task was a moment ago, or ''. Returns the plans (for tasks that can be changed)
-- and a code for every other task: 0 = not found; m = moved or changed; w = a worker is running it;
-- l = its lease has expired; g = in a group; u = has no due time; t = another task has its id; d =
-- damaged; r = action not valid in its state
--- @include "asynqcompleted"
local setsOf = {scheduled = 'scheduled', due = 'scheduled', retrying = 'retry', failed = 'archived', done = 'completed', trash = 'trash'}
local codes, plans, given, listed = {}, {}, {}, {}

-- Returns whether the task still has the time that the client displayed. Scores of completed tasks mean something else.
local function isAsSeen(id, set, score, detail)
  local seen = string.match(detail, '^@(%-?%d+)$')
  if not seen then
    return detail == '-' or detail == '=' .. score
  elseif set == 'completed' then
    local message = try('HMGET', hashOf(id), 'msg')
    local at = message[1] and numberIn(message[1], 13)
    return not at or whole(math.min(at, 9e12) * 1000) == seen
  end
  local value = tonumber(score)
  return whole(math.floor(set == 'trash' and value or value * 1000 + 0.0005)) == seen
end

-- Returns a code if the task must not be changed, or nil. `known`: the values of ourFields; `unique`: the task's unique
-- key.
local function objection(id, set, known, unique)
  if set == 'trash' then
    if kind == 'restore' then
      return isTaken(id, unique, known[4] or '') and 't' or nil
    end
    return kind ~= 'delete' and 'r' or nil
  elseif kind == 'restore' then
    return 'r'
  elseif kind == 'edit' then
    return nil
  elseif kind == 'retry' then
    return set ~= 'archived' and set ~= 'retry' and 'r' or nil
  elseif kind == 'run-now' or kind == 'reschedule' then
    return set == 'pending' and 'u' or set ~= 'scheduled' and set ~= 'retry' and 'r' or nil
  elseif kind == 'discard' and call('EXISTS', overlay .. 'trash:' .. id) == 1 then
    return 't' -- the trash holds only one task per id, so this task would overwrite the earlier one
  end
end

local function judge(k, set, score, index)
  local id = ids[k]
  local hash = set == 'trash' and overlay .. 'trash:' .. id or hashOf(id)
  local task = try('HMGET', hash, 'state', 'unique_key', 'pending_since', unpack(ourFields))
  if task.err then
    codes[k] = 'd'
  elseif call('EXISTS', hash) == 0 and kind ~= 'delete' then
    codes[k] = '0'
  elseif set ~= 'trash' and task[1] and task[1] ~= set or score and not isAsSeen(id, set, score, details[k]) then
    codes[k] = 'm'
  else
    local known = {unpack(task, 4, 8)}
    codes[k] = objection(id, set, known, task[2])
    if not codes[k] then
      plans[#plans + 1] = {k = k, id = id, set = set, score = score, unique = task[2], since = task[3], known = known, index = index}
    end
  end
end

-- Returns the code for a task that is not where the client saw it.
local function elsewhere(id)
  local state = try('HMGET', hashOf(id), 'state')
  if state.err then
    return 'd'
  elseif state[1] == 'active' then
    local ends = tonumber(call('ZSCORE', base .. 'lease', id) or '')
    return ends and ends * 1000 < now and 'l' or 'w'
  elseif state[1] == 'aggregating' then
    return 'g'
  end
  return (call('EXISTS', hashOf(id)) == 1 or call('EXISTS', overlay .. 'trash:' .. id) == 1) and 'm' or '0'
end

for k, id in ipairs(ids) do
  local set = setsOf[states[k]]
  local score = set and call('ZSCORE', keyOf(set), id)
  local index = tonumber(string.match(hints[k] or '', '^pending (%-?%d+)$'))
  -- a task in the trash may have the same id as a task outside it
  local seen = states[k] == 'trash' and 'trash:' .. id or ':' .. id
  if given[seen] then
    codes[k] = 'm'
  elseif score then
    judge(k, set, score)
  elseif states[k] == 'due' and index then
    listed[#listed + 1] = {k = k, at = index}
  else
    codes[k] = elsewhere(id)
  end
  given[seen] = true
end
do
  table.sort(listed, function(a, b) return a.at < b.at end) -- start with the task that workers would claim last
  local wanted, at = {}, {}
  for i, one in ipairs(listed) do
    wanted[i], at[i] = ids[one.k], one.at
  end
  local places = placesIn(base .. 'pending', wanted, at)
  for i, one in ipairs(listed) do
    if places[i] then
      judge(one.k, 'pending', nil, places[i])
    else
      codes[one.k] = elsewhere(wanted[i])
    end
  end
end
