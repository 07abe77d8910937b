#!lua flags=no-writes,allow-oom
-- One step of a walk over one set, in the order of score and id. Leaves out what cannot match; what it returns may match, and the
-- caller decides. Letters in terms are ASCII lower case.
-- KEYS 1 the set 2 tasks 3 tries 4 history 5 leases 6 before 7 meta
-- ARGV 1 the set's role 2 members to look at, at most 100 3 lowest score or '-inf' 4 highest score or '+inf'
--      5 score and 6 id of the last member seen, '' at the start, then terms, all of which must hold:
--      `type` or `id`, 1 = negated, n, the n parts of a pattern between its stars
--      `payload`, 1 = negated, text · `any`, 1 = negated, text, text as an error is escaped · `error`, 0, escaped text
--      `attempt` or `size`, 1 = negated, `<` `<=` `>` `>=` or `=`, number
--      `added`, 1 = negated, operator, time as generated ids begin with it, that of 2020, that of 2100
-- Reply: {now, members looked at, 1 = the set's end, score and id of the last member seen, default attempts or '', {tasks}}, see
-- include/describe.lua. Found is, for each term `payload` and `any`, 1 when the payload has the text, else 0; b when the payload
-- has its own key and was not looked at: the step ends after such a task.
--- @include "begin"
local set, limit, lowest, highest, lastScore, lastId = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local metaKey = KEYS[7]
--- @include "version"
--- @include "describe"
--- @include "tokens"
--- @include "types"
--- @include "place"
local total = try('ZCARD', KEYS[1])
if type(total) == 'table' then
  return damaged(set)
end

-- Whether text matches a pattern cut at its stars: the first part begins it, the last ends it, the others follow each other.
local function matches(parts, text)
  local count = #parts
  if count == 1 then
    return parts[1] == text
  end
  local head, tail = parts[1], parts[count]
  local last = #text - #tail
  if last < #head or string.sub(text, 1, #head) ~= head or string.sub(text, last + 1) ~= tail then
    return false
  end
  local from = #head + 1
  for i = 2, count - 1 do
    local _, stop = string.find(text, parts[i], from, true)
    if not stop or stop > last then
      return false
    end
    from = stop + 1
  end
  return true
end

local function compares(left, operator, right)
  if type(left) == 'string' then
    left, right = left == right and 0 or before(left, right) and -1 or 1, 0
  end
  if operator == '<' then
    return left < right
  elseif operator == '<=' then
    return left <= right
  elseif operator == '>' then
    return left > right
  elseif operator == '>=' then
    return left >= right
  end
  return left == right
end

local names, texts, numbers = {}, {}, {} -- terms that the id tells, on texts, on numbers
local payloadTexts = 0
do
  local i = 7
  while i <= #ARGV do
    local term = {kind = ARGV[i], negated = ARGV[i + 1] == '1', text = ARGV[i + 2]}
    if term.kind == 'type' or term.kind == 'id' then
      local parts = tonumber(ARGV[i + 2])
      term.parts = {}
      for j = 1, parts do
        term.parts[j] = ARGV[i + 2 + j]
      end
      names[#names + 1] = term
      i = i + 3 + parts
    elseif term.kind == 'added' then
      term.operator, term.time, term.from, term.to = ARGV[i + 2], ARGV[i + 3], ARGV[i + 4], ARGV[i + 5]
      names[#names + 1] = term
      i = i + 6
    elseif term.kind == 'attempt' or term.kind == 'size' then
      term.operator, term.number = ARGV[i + 2], tonumber(ARGV[i + 3])
      numbers[#numbers + 1] = term
      i = i + 4
    else
      term.escaped = term.text
      i = i + 3
      if term.kind == 'any' then
        term.escaped = ARGV[i]
        i = i + 1
      end
      if term.kind ~= 'error' then
        payloadTexts = payloadTexts + 1
      end
      texts[#texts + 1] = term
    end
  end
end

local function nameHolds(id)
  for i = 1, #names do
    local term = names[i]
    if term.kind == 'added' then
      local time = string.match(id, '^[^#]*#([-0-9A-Z_a-z]+)$') -- without the time in it, the envelope tells
      if time and #time == 16 then
        time = string.sub(time, 1, 8)
        if not before(time, term.from) and before(time, term.to)
          and compares(time, term.operator, term.time) == term.negated then
          return false
        end
      end
    elseif matches(term.parts, term.kind == 'type' and typeOf(id) or id) == term.negated then
      return false
    end
  end
  return true
end

-- Most entries do not hold what is looked for: one search through all of them together tells.
local function holds(list, text)
  return string.find(list, text, 1, true) ~= nil
end
local function joined(list, first, last)
  local present = {}
  for i = first, last do
    present[#present + 1] = list[i] or ''
  end
  return string.lower(table.concat(present, '\0'))
end
local function glance(values, past)
  if #texts == 0 then
    return
  end
  local entries = payloadTexts > 0 and joined(values, 1, #values) or ''
  local histories = #past > 0 and joined(past, 1, #past) or ''
  for i = 1, #texts do
    local term = texts[i]
    term.inEntries = term.kind ~= 'error' and holds(entries, term.text)
    term.inHistories = term.kind ~= 'payload' and holds(histories, term.escaped)
  end
end

-- A first look at what is in Redis: nil when the task cannot match, else what was found in the payload, and whether to end there.
local function judge(id, value, payloadAt, tries, history)
  local bigSize
  if payloadAt > 4 then -- more than `{}`
    bigSize = tonumber(string.match(string.sub(value, 1, payloadAt - 2), '"s":(%d+)'))
  end
  for i = 1, #numbers do
    local term, number = numbers[i], nil
    if term.kind == 'size' then
      number = bigSize or (#value - payloadAt + 1)
    elseif set ~= 'done' and set ~= 'trash' then -- these remember their attempts elsewhere
      number = (triesOf(tries)) + (set == 'leased' and 1 or 0)
    end
    if number and compares(number, term.operator, term.number) == term.negated then
      return nil
    end
  end
  if #texts == 0 then
    return ''
  end
  local bytes, found = nil, {}
  for i = 1, #texts do
    local term, inPayload = texts[i], false
    if term.kind ~= 'error' and not bigSize then
      if term.inEntries then
        bytes = bytes or string.lower(value)
        inPayload = string.find(bytes, term.text, payloadAt, true) ~= nil
      end
      found[#found + 1] = inPayload and '1' or '0'
    end
    if term.kind == 'payload' then
      if not bigSize and inPayload == term.negated then
        return nil
      end
    else
      local inId = term.kind == 'any' and holds(string.lower(id), term.text)
      if term.negated then
        if inId or inPayload then
          return nil
        end
      elseif not inId and not inPayload and not (term.kind == 'any' and bigSize) then
        -- the line has the error and more: what is not in it is not in the error
        if not term.inHistories or not holds(string.lower(history), term.escaped) then
          return nil
        end
      end
    end
  end
  if bigSize and payloadTexts > 0 then
    return 'b', true
  end
  return table.concat(found), false
end

local ids, places = {}, {} -- those whose names hold, and where in the range they stand
local range = {}
local first = firstRank()
local stop = highest == '+inf' and total or call('ZCOUNT', KEYS[1], '-inf', highest)
if first < stop then
  range = call('ZRANGE', KEYS[1], first, math.min(first + limit, stop) - 1)
end
for i = 1, #range do
  if nameHolds(range[i]) then
    ids[#ids + 1] = range[i]
    places[#ids] = i
  end
end
local size, role = describe(ids, nil, judge, glance)
if not size then
  return damaged(role)
end
local looked, ended = #range, first + #range >= stop
if size < #ids then -- the next step goes on after the last one described
  looked, ended = places[size], false
end
local score, id = lastScore, lastId
if looked > 0 then
  id = range[looked]
  score = call('ZSCORE', KEYS[1], id)
end
return {now, looked, ended and 1 or 0, score, id, call('HGET', metaKey, 'attempts') or '', described}
