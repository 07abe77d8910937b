-- Describes tasks for lists, without their payloads. Uses the variable `set`: the role of the set that contains the
-- tasks.
-- KEYS 1: the set; 2: tasks; 3: tries; 4: history; 5: leases; 6: before Each task is 10 strings, '' if missing: id,
-- score, payload size as stored (-1: no envelope), the envelope's first line, tries, the last line of the history,
-- lease token, before, the result of `judge`, the payload's first bytes. maximum number of bytes of envelopes and
-- histories per call, so that a call takes about 0.5 ms
local byteBudget = 131072
-- after an entry larger than this many bytes, check the sizes of the next entries before reading them
local largeEntry = 2048
local described, at = {}, 0
local bytes, largest, begun, entryMet = 0, 0, false, false

-- Returns the last line of a history that records a failed attempt. Successful attempts are shown only in the full
-- history.
local function lastLineOf(history)
  if string.sub(history, -6) == ' done ' then
    if string.find(history, '^%d+ %d+ %d+ %S+ done $') then
      return ''
    end
    history = string.gsub(history, '\n%d+ %d+ %d+ %S+ done $', '')
  end
  if not string.find(history, '\n', 1, true) then
    return history
  end
  local _, lastBreak = string.find(history, '^.*\n')
  return string.sub(history, lastBreak + 1)
end

-- Returns the last position after `size` such that all entries up to it fit into the budget. The first entry always
-- fits.
local function fitting(ids, size, limit, histories)
  local last, sum = size, 0
  for k = size + 1, limit do
    local length = call('HSTRLEN', KEYS[2], ids[k])
    if histories > 0 then
      length = length + call('HSTRLEN', KEYS[4], ids[k])
    end
    if bytes + sum > 0 and bytes + sum + length > byteBudget then
      break
    end
    last, sum = k, sum + length
  end
  return last
end

-- Returns a hash's values by position for the ids after `size`, up to `last` or only at `places`; nil if the key is not
-- a hash.
local function column(key, ids, size, last, places)
  if not places then
    local values = try('HMGET', key, unpack(ids, size + 1, last))
    return not values.err and values or nil
  end
  local names, found = {}, {}
  for i = 1, #places do
    names[i] = ids[size + places[i]]
  end
  if #names > 0 then
    local values = try('HMGET', key, unpack(names))
    if values.err then
      return nil
    end
    for i = 1, #names do
      found[places[i]] = values[i]
    end
  end
  return found
end

local function weigh(length)
  bytes = bytes + length
  if length > largest then
    largest = length
  end
end

-- Returns the last lines of the histories at `places`, by position, and the positions of the lines
-- that `holds` accepts. If `places` is nil, reads all histories. If `holds` is nil, checks no
-- lines.
local function lastLines(histories, count, places, holds)
  local lines, kept = {}, {}
  local sum, most = 0, largest
  for i = 1, places and #places or count do
    local k = places and places[i] or i
    local line = histories[k]
    if line then
      sum = sum + #line
      most = #line > most and #line or most
      if not holds then
        lines[k] = lastLineOf(line)
      elseif holds(line) then -- first check the complete history, because `holds` accepts a match in any line
        local last = lastLineOf(line)
        if #last == #line or holds(last) then
          lines[k] = last
          kept[#kept + 1] = k
        end
      end
    end
  end
  bytes, largest = bytes + sum, most
  return lines, kept
end

-- Describes as many ids as the budget shared by all calls allows, and at least one in the first call. Returns the
-- number of described ids, or nil and the role of a damaged key.
-- scores: by position; if nil, they are read.
-- sieve: excludes tasks before all their data is read. Its parts are optional:
--   error(line), attempts(tries), glance(entry): return false if the task cannot match, given this value; with `error`,
--   a task without a history cannot match either
--   past: true = judge receives the last line of the history
--   judge(id, entry, payloadAt, line): returns what it found, or nil to exclude the task; a second result of true
--   stops after this task
--   busy(): returns true to stop for now
--   brief: true = neither envelopes nor tries are read; allowed only if no parts but `error` and `busy` are set
local function describe(ids, scores, sieve)
  local wanted, size, told, ended = #ids, 0, at, false
  local mayHaveRun = set ~= 'pending'
  local histories = mayHaveRun and try('HLEN', KEYS[4]) or 0
  if type(histories) == 'table' then
    return nil, 'history'
  end
  while size < wanted and not ended do
    local last = math.min(wanted, size + (begun and 33 or 2))
    if largest > largeEntry then
      last = fitting(ids, size, last, histories)
    end
    if last == size or bytes > byteBudget or begun and sieve.busy and sieve.busy() then
      break
    end
    begun = true
    local count, places, past, tries = last - size, nil, nil, nil -- if `places` is nil, all entries are read
    if sieve.error or sieve.past then
      local kept
      past, kept = lastLines(histories > 0 and column(KEYS[4], ids, size, last) or {}, count, nil, sieve.error)
      places = sieve.error and kept
    end
    if sieve.attempts then
      tries = not mayHaveRun and {} or column(KEYS[3], ids, size, last, places)
      if not tries then
        return nil, 'tries'
      end
      local kept = {}
      for i = 1, places and #places or count do
        local k = places and places[i] or i
        if sieve.attempts(tries[k]) then
          kept[#kept + 1] = k
        end
      end
      places = kept
    end
    if places and not entryMet and #places > 2 then -- the sizes of the entries are still unknown
      last = size + places[3] - 1
      places = {places[1], places[2]}
    end
    local values = sieve.brief and {} or column(KEYS[2], ids, size, last, places)
    if not values then
      return nil, 'tasks'
    end
    local kept, founds, starts = {}, {}, {}
    local glance, judge = sieve.glance, sieve.judge
    for i = 1, places and #places or count do
      local k = places and places[i] or i
      local value = values[k] or ''
      weigh(#value)
      entryMet = true
      if not glance or glance(value) then
        local lineEnd = string.find(value, '\n', 1, true) or 0
        local found = ''
        if judge then
          found, ended = judge(ids[size + k], value, lineEnd + 1, past and past[k] or '')
        end
        if found then
          kept[#kept + 1] = k
          founds[k], starts[k] = found, lineEnd
        end
        if ended then
          last = size + k
          break
        end
      end
    end
    places = kept
    local tokens, befores = {}, {}
    if mayHaveRun and #places > 0 then
      tries = tries or sieve.brief and {} or column(KEYS[3], ids, size, last, places)
      past = past or histories == 0 and {} or lastLines(column(KEYS[4], ids, size, last, places), count, places)
      if set == 'leased' then
        tokens = column(KEYS[5], ids, size, last, places)
      elseif set == 'trash' then
        befores = column(KEYS[6], ids, size, last, places)
      end
      if not tries or not tokens or not befores then
        return nil, not tries and 'tries' or tokens and 'before' or 'leases'
      end
    end
    for i = 1, #places do
      local k = places[i]
      local value, lineEnd = values[k] or '', starts[k]
      described[at + 1] = ids[size + k]
      described[at + 2] = scores and scores[size + k] or ''
      described[at + 3] = values[k] and #value - lineEnd or -1
      described[at + 4] = string.sub(value, 1, lineEnd - 1)
      described[at + 5] = tries and tries[k] or ''
      described[at + 6] = past and past[k] or ''
      described[at + 7] = tokens[k] or ''
      described[at + 8] = befores[k] or ''
      described[at + 9] = founds[k]
      described[at + 10] = string.sub(value, lineEnd + 1, lineEnd + 160)
      at = at + 10
    end
    size = last
  end
  if not scores and at > told then
    local matching = {}
    for k = told + 1, at, 10 do
      matching[#matching + 1] = described[k]
    end
    local found = call('ZMSCORE', KEYS[1], unpack(matching))
    for k = 1, #found do
      described[told + 10 * k - 8] = found[k]
    end
  end
  return size
end
