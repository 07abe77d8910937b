-- What a list shows of a task, without its payload. Uses set (the role of the set the tasks are in).
-- KEYS 1 the set 2 tasks 3 tries 4 history 5 leases 6 before
-- Each task is 10 strings, '' where there is nothing: id, score, payload size as stored (-1: no envelope), the envelope's first
-- line, tries, the last line of the history, lease token, before, what `judge` found, the payload's first bytes.
local byteBudget = 131072 -- of envelopes and histories per call: keeps it near half a millisecond
local largeEntry = 2048 -- when one as large was met, the others are measured before they are read
local described = {}

local function lastLineOf(history)
  local _, lastBreak = string.find(history, '^.*\n')
  return lastBreak and string.sub(history, lastBreak + 1) or history
end

-- The last position after `size` whose entries still fit into the budget; the first of all always does.
local function fitting(ids, size, limit, bytes, histories)
  local last, sum = size, 0
  for k = size + 1, limit do
    local length = call('HSTRLEN', KEYS[2], ids[k])
    if histories > 0 then
      length = length + call('HSTRLEN', KEYS[4], ids[k])
    end
    if bytes + sum + length > byteBudget and k > 1 then
      break
    end
    last, sum = k, sum + length
  end
  return last
end

-- Describes what it can of ids within the budget, at least one, and returns how many, or nil and the role of a damaged key.
-- scores: by position, or nil: they are asked for.
-- glance(values, past): sees the entries and histories of some of the ids before they are judged.
-- judge(id, value, payloadAt, tries, history): what it found, or nil to leave the task out; and true to end there.
local function describe(ids, scores, judge, glance)
  local wanted, size, bytes, largest, at = #ids, 0, 0, 0, 0
  local mayHaveRun = set ~= 'pending'
  local histories = mayHaveRun and try('HLEN', KEYS[4]) or 0
  if type(histories) == 'table' then
    return nil, 'history'
  end
  local ended = false
  while size < wanted and not ended do
    local from, last = size + 1, math.min(wanted, size + (size == 0 and 2 or 33))
    if largest > largeEntry then
      last = fitting(ids, size, last, bytes, histories)
    end
    if last == size or bytes > byteBudget then
      break
    end
    local values = try('HMGET', KEYS[2], unpack(ids, from, last))
    if values.err then
      return nil, 'tasks'
    end
    local tries, past, tokens, befores = {}, {}, {}, {}
    if mayHaveRun then
      tries = try('HMGET', KEYS[3], unpack(ids, from, last))
      if tries.err then
        return nil, 'tries'
      end
    end
    if histories > 0 then
      past = call('HMGET', KEYS[4], unpack(ids, from, last))
    end
    if set == 'leased' then
      tokens = try('HMGET', KEYS[5], unpack(ids, from, last))
      if tokens.err then
        return nil, 'leases'
      end
    elseif set == 'trash' then
      befores = try('HMGET', KEYS[6], unpack(ids, from, last))
      if befores.err then
        return nil, 'before'
      end
    end
    if glance then
      glance(values, past)
    end
    for i = 1, last - size do
      local value, history = values[i] or '', past[i] or ''
      local length = #value + #history
      bytes = bytes + length
      if length > largest then
        largest = length
      end
      history = lastLineOf(history)
      local lineEnd = string.find(value, '\n', 1, true) or 0
      local found = ''
      if judge then
        found, ended = judge(ids[size + i], value, lineEnd + 1, tries[i], history)
      end
      if found then
        described[at + 1] = ids[size + i]
        described[at + 2] = scores and scores[size + i] or ''
        described[at + 3] = values[i] and #value - lineEnd or -1
        described[at + 4] = string.sub(value, 1, lineEnd - 1)
        described[at + 5] = tries[i] or ''
        described[at + 6] = history
        described[at + 7] = tokens[i] or ''
        described[at + 8] = befores[i] or ''
        described[at + 9] = found
        described[at + 10] = string.sub(value, lineEnd + 1, lineEnd + 160)
        at = at + 10
      end
      if ended then
        last = size + i
        break
      end
    end
    size = last
  end
  if not scores and at > 0 then
    local matching = {}
    for k = 1, at, 10 do
      matching[#matching + 1] = described[k]
    end
    local found = call('ZMSCORE', KEYS[1], unpack(matching))
    for k = 1, #found do
      described[10 * k - 8] = found[k]
    end
  end
  return size
end
