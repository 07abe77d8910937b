-- Moves tasks between the six sets. Moves are collected first and then written together. Uses the variables of `refs`.
local leaving, entering = {}, {} -- leaving[set] = {id, …}; entering[set] = {score, id, …}
local triesEntries, beforeEntries, beforeGone, leasesGone = {}, {}, {}, {}
-- Moves from and to a custom design's sorted set (home). fromHome: id, entry, … of the tasks that leave the set;
-- toHome: ids of the tasks that return to it; homeScores: score, id, … of the returning tasks
local fromHome, toHome, homeScores = {}, {}, {}
local soonest, soonestText
local together -- ranks of the tasks that leave a set, if adjacent: {set, first, count}

local function push(list, value)
  list[#list + 1] = value
end

local function append(list, first, second)
  local at = #list
  list[at + 1] = first
  list[at + 2] = second
end

local function listIn(lists, name)
  lists[name] = {}
  return lists[name]
end

-- Returns the tries of a task whose lease is revoked: the attempt does not count, but the fence keeps increasing.
local function triesAfterLease(entry, token)
  local attempts, fence, expiries, due = triesOf(entry)
  return attempts .. ' ' .. (partsOf(token) or fence) .. ' ' .. expiries .. ' ' .. due
end

-- Moves a task; `from` and `to` may be the same set. This function and act append to lists inline: for a million tasks,
-- function calls would cost more than the work itself.
local function move(id, from, to, score)
  if from ~= to then
    local gone = leaving[from] or listIn(leaving, from)
    gone[#gone + 1] = id
  end
  if from == 'leased' then
    push(leasesGone, id)
  end
  if from == 'home' and to ~= 'home' then
    append(fromHome, id, '{}\n')
  elseif to == 'home' and from ~= 'home' then
    push(toHome, id)
    append(homeScores, score, id)
    return
  end
  local come = entering[to] or listIn(entering, to)
  local at = #come
  come[at + 1], come[at + 2] = score, id
  if score ~= soonestText and (to == 'pending' or to == 'retry') then
    local due = tonumber(score)
    if not soonest or due < soonest then
      soonest, soonestText = due, score
    end
  end
end

-- Moves the task at position k of `ids`, and records where it was. `entry`: its new tries, or nil
-- if unchanged. Records a leased task as waiting, because after an undo, its former holder would
-- not recognize the lease.
local function act(k, to, score, entry)
  local id, from = ids[k], sets[k]
  local state, was, had = from, scores[k], tries[k]
  if from == 'leased' then
    state, was, had = 'retry', nowText, triesAfterLease(tries[k], details[k])
    entry = entry or had
  end
  move(id, from, to, score)
  if to == 'home' and homeUnit then
    soonest = math.min(soonest or math.huge, homeMs(score))
  end
  if entry then
    local at = #triesEntries
    triesEntries[at + 1], triesEntries[at + 2] = id, entry
  end
  local said, at = entryOf(operation, state, was, had, to), #beforeEntries
  beforeEntries[at + 1], beforeEntries[at + 2] = id, to == 'home' and said .. ' ' .. score or said
  codes[k] = '1'
end

-- Returns the role of a key that can't be written, or nil. Must be called before commit().
local function unwritable()
  if #toHome > 0 and type(try('ZCARD', setKeys.home)) == 'table' then
    return 'home'
  end
  if #fromHome > 0 and type(try('HLEN', KEYS[7])) == 'table' then
    return 'tasks'
  end
  for set in pairs(entering) do
    if type(try('ZCARD', setKeys[set])) == 'table' then
      return set
    end
  end
end

-- Writes all moves. The writes can't fail, because every key has already been read.
local function commit()
  if #triesEntries > 0 then
    call('HSET', KEYS[8], unpack(triesEntries))
  end
  if #beforeEntries > 0 then
    call('HSET', KEYS[9], unpack(beforeEntries))
  end
  if #beforeGone > 0 then
    call('HDEL', KEYS[9], unpack(beforeGone))
  end
  for set, entries in pairs(entering) do
    call('ZADD', setKeys[set], unpack(entries))
  end
  if #fromHome > 0 then
    call('HSET', KEYS[7], unpack(fromHome))
  end
  if #toHome > 0 then
    call('ZADD', setKeys.home, 'NX', unpack(homeScores)) -- NX: a task that is already there keeps its time
    call('HDEL', KEYS[7], unpack(toHome))
    call('HDEL', KEYS[8], unpack(toHome))
  end
  for set, gone in pairs(leaving) do
    if together and together.set == set and together.count == #gone then
      call('ZREMRANGEBYRANK', setKeys[set], together.first, together.first + together.count - 1)
    else
      call('ZREM', setKeys[set], unpack(gone))
    end
  end
  if #leasesGone > 0 then
    call('HDEL', KEYS[10], unpack(leasesGone))
    try('HDEL', KEYS[11], unpack(leasesGone))
  end
  if soonest then
    try('PUBLISH', ARGV[4], string.format('%d', soonest))
  end
end

-- Ends an action: writes all moves and stores the reply. If a set can't be written, returns an error reply that names
-- it instead.
local function finish()
  local role = unwritable()
  if role then
    return damaged(role)
  end
  commit()
  local codesText = table.concat(codes)
  remember(codesText)
  return codesText
end
