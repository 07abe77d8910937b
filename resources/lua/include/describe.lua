-- What a list shows of a task, without its payload. Uses set (the role of the set the tasks are in).
-- KEYS 1 the set 2 tasks 3 tries 4 history 5 leases 6 before
-- Each task is 10 strings, '' where there is nothing: id, score, payload size as stored (-1: no envelope), the envelope's first
-- line, tries, the last line of the history, lease token, before, what `judge` found, the payload's first bytes.
local byteBudget = 131072 -- of envelopes and histories per call: keeps it near half a millisecond
local described = {}

-- Describes what it can of ids within the budget, at least one, and returns how many, or nil and the role of a damaged key.
-- `judge(k, value, payloadAt, tries, history)` returns what it found, or nil to leave the task out, and true to end there.
local function describe(ids, scores, judge)
  local wanted = #ids
  if wanted == 0 then
    return 0
  end
  local mayHaveRun = set ~= 'pending'
  local histories = mayHaveRun and try('HLEN', KEYS[4]) or 0
  if type(histories) == 'table' then
    return nil, 'history'
  end
  local bytes, size = 0, 0
  for k = 1, wanted do
    local length = try('HSTRLEN', KEYS[2], ids[k])
    if type(length) == 'table' then
      return nil, 'tasks'
    end
    if histories > 0 then
      length = length + call('HSTRLEN', KEYS[4], ids[k])
    end
    bytes = bytes + length
    if bytes > byteBudget and size > 0 then
      break
    end
    size = k
  end
  local values = call('HMGET', KEYS[2], unpack(ids, 1, size))
  local tries, past, tokens, befores = {}, {}, {}, {}
  if mayHaveRun then
    tries = try('HMGET', KEYS[3], unpack(ids, 1, size))
    if tries.err then
      return nil, 'tries'
    end
  end
  if histories > 0 then
    past = call('HMGET', KEYS[4], unpack(ids, 1, size))
  end
  if set == 'leased' then
    tokens = try('HMGET', KEYS[5], unpack(ids, 1, size))
    if tokens.err then
      return nil, 'leases'
    end
  elseif set == 'trash' then
    befores = try('HMGET', KEYS[6], unpack(ids, 1, size))
    if befores.err then
      return nil, 'before'
    end
  end
  local at = #described
  for k = 1, size do
    local value = values[k] or ''
    local lineEnd = string.find(value, '\n', 1, true) or 0
    local history = past[k] or ''
    local _, lastBreak = string.find(history, '^.*\n')
    if lastBreak then
      history = string.sub(history, lastBreak + 1)
    end
    local found, last = '', false
    if judge then
      found, last = judge(k, value, lineEnd + 1, tries[k], history)
    end
    if found then
      described[at + 1] = ids[k]
      described[at + 2] = scores[k]
      described[at + 3] = values[k] and #value - lineEnd or -1
      described[at + 4] = string.sub(value, 1, lineEnd - 1)
      described[at + 5] = tries[k] or ''
      described[at + 6] = history
      described[at + 7] = tokens[k] or ''
      described[at + 8] = befores[k] or ''
      described[at + 9] = found
      described[at + 10] = string.sub(value, lineEnd + 1, lineEnd + 160)
      at = at + 10
    end
    if last then
      return k
    end
  end
  return size
end
