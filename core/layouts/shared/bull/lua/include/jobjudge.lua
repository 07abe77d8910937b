-- Decides which Bull or BullMQ jobs an action can change: each job must still be where the client saw it. Writes
-- nothing. Uses the layout's frame and trash, listplaces, kind, and the arrays ids, states, details and hints, which
-- have one element per job. A detail is the score (`=SCORE`) or time (`@MS`) that the job must still have, or `-` if it
-- has none. A hint such as `wait -12` is the list and the index where the job was a moment ago, or ''. The layout
-- provides setsOf, the sets of each state; jobFields, the fields read of each job: three chosen by the layout,
-- timestamp, start, priority, delay, deid, attempts, and additional fields; and objection(id, set, job), which returns
-- a code if the job must not be changed, or nil. Returns plans, the jobs that can be changed; again, for each id the
-- positions at which the job is listed again; strays, remaining list entries of jobs that this operation has already
-- discarded; further, the ids of listed jobs that this operation has already discarded together with all their entries;
-- and a code for every other job: 0 = not found; m = moved or changed; h = held by a worker; s = its worker is lost; t
-- = another job has its id; d = damaged; r = action not valid in its state; and the layout's codes.
local unitOf = {delayed = 4096, failed = 1, completed = 1, trash = 1}
local codes, plans, given, again, strays, further = {}, {}, {}, {}, {}, {}

local function keyOf(set)
  return set == 'trash' and trashKey or base .. set
end

-- Returns the set that contains a job, and its score, if the job is still as the client saw it; nil if it has moved on.
local function standsIn(id, state, detail)
  for _, set in ipairs(setsOf[state] or {}) do
    local score = call('ZSCORE', keyOf(set), id)
    if score then
      local unit = unitOf[set]
      local isSame = not unit or detail == '=' .. score or detail == '@' .. whole(math.floor(tonumber(score) / unit))
      if isSame then
        return set, score
      end
      return nil
    end
  end
end

local function objectionInTrash(id)
  if kind ~= 'restore' and kind ~= 'delete' then
    return 'r'
  end
  return kind == 'restore' and isTaken(id, call('HGET', overlay .. 'trash:' .. id, 'dueline:de')) and 't' or nil
end

local function judge(k, set, score)
  local id = ids[k]
  local hash = set == 'trash' and overlay .. 'trash:' .. id or base .. id
  local job = try('HMGET', hash, unpack(jobFields))
  if job.err then
    codes[k] = 'd'
  elseif not job[4] and call('EXISTS', hash) == 0 then
    codes[k] = '0'
  else
    if set == 'trash' then
      codes[k] = objectionInTrash(id)
    else
      codes[k] = kind == 'restore' and 'r' or objection(id, set, job)
      -- The trash holds one job per id, so discarding a second job would overwrite the first.
      if not codes[k] and kind == 'discard' and call('EXISTS', overlay .. 'trash:' .. id) == 1 then
        codes[k] = 't'
      end
    end
    if not codes[k] then
      plans[#plans + 1] = {k = k, id = id, set = set, score = score, job = job}
    end
  end
end

-- Returns whether this operation has already discarded a job along with its other list entries. If `isAny` is set,
-- returns whether the operation has discarded the job at all.
local function isTakenAlong(id, isAny)
  local kept = kind == 'discard' and try('HMGET', overlay .. 'trash:' .. id, 'dueline:op', 'dueline:others') or {}
  return not kept.err and kept[1] == operation and (isAny or kept[2]) and true
end

local listed = {} -- positions of the jobs that may be in each list
for k, id in ipairs(ids) do
  local set, score = standsIn(id, states[k], details[k])
  local name = string.match(hints[k] or '', '^(%a+) ')
  local seen = states[k] == 'trash' and 'trash:' .. id or ':' .. id -- a trashed job may have the same id as another job
  if given[seen] then
    codes[k], again[id] = 'm', again[id] or {}
    table.insert(again[id], k)
  elseif set then
    judge(k, set, score)
  elseif states[k] == 'leased' and call('LPOS', base .. 'active', id) then
    codes[k] = call('EXISTS', base .. id .. ':lock') == 1 and 'h' or 's'
  elseif states[k] == 'due' and (name == 'wait' or name == 'paused') then
    listed[name] = listed[name] or {}
    listed[name][#listed[name] + 1] = k
  elseif states[k] == 'due' and isTakenAlong(id) then
    codes[k] = '1'
    further[#further + 1] = id
  else
    codes[k] = (call('EXISTS', base .. id) == 1 or call('EXISTS', overlay .. 'trash:' .. id) == 1) and 'm' or '0'
  end
  given[seen] = true
end
for name, positions in pairs(listed) do
  local index = {}
  for _, k in ipairs(positions) do
    index[k] = tonumber(string.match(hints[k], ' (-?%d+)$'))
  end
  -- start with the job that workers would claim last
  table.sort(positions, function(a, b) return index[a] < index[b] end)
  local wanted, at = {}, {}
  for i, k in ipairs(positions) do
    wanted[i], at[i] = ids[k], index[k]
  end
  local places = placesIn(base .. name, wanted, at)
  for i, k in ipairs(positions) do
    if places[i] and call('EXISTS', base .. ids[k]) == 0 and isTakenAlong(ids[k], true) then
      strays[#strays + 1] = {k = k, id = ids[k], set = name, index = places[i]}
    elseif places[i] then
      judge(k, name, nil)
      if plans[#plans] and plans[#plans].k == k then
        plans[#plans].index = places[i]
      end
    else
      codes[k] = call('EXISTS', base .. ids[k]) == 1 and 'm' or '0'
    end
  end
end
