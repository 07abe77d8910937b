-- Moves between the six sets, collected first and written at once. Uses what `refs` gives.
local leaving, entering = {}, {} -- set → ids · set → score, id, …
local triesEntries, beforeEntries, beforeGone, leasesGone = {}, {}, {}, {}
local fromHome, toHome, homeScores = {}, {}, {} -- id, entry, … · ids · score, id, … of those that come home
local soonest, soonestText
local together -- the ranks of those that leave a set, when nobody stands between them: {set, first, count}

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

-- The tries of a task whose lease is taken away: the attempt is not spent, the fence goes on.
local function triesAfterLease(entry, token)
  local attempts, fence, expiries, due = triesOf(entry)
  return attempts .. ' ' .. (partsOf(token) or fence) .. ' ' .. expiries .. ' ' .. due
end

-- Moves a task; `from` and `to` may be the same set. Here and in act lists are appended to in place: for each of a million tasks a
-- call costs more than what it does.
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

-- Moves the task at position k of the refs and notes where it was. `entry`: its tries from now on, nil when they stay.
-- Who held a lease would not know it again, so undo gives back a task that waits.
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

-- The role of a key that cannot be written; nil when all can. To be asked before commit().
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

-- The writes, none of which can fail: every key they need was read before.
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
    call('ZADD', setKeys.home, 'NX', unpack(homeScores)) -- one that is there again already keeps its time
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

-- The end of an action: writes everything and remembers the answer; or the refusal that names a set that cannot be written.
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
