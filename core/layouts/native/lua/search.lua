#!lua flags=no-writes,allow-oom
-- Runs one step of a search through one set, in the order of score and id. Excludes tasks that cannot match; the caller
-- checks the returned tasks, which may match. Letters in terms are ASCII lowercase.
-- KEYS 1: the set; 2: tasks; 3: tries; 4: history; 5: leases; 6: before; 7: meta
-- ARGV 1: the set's role; 2: members to read, at most 1000; fewer, but at least one, after half a millisecond; 3:
--      lowest score or '-inf'; 4: highest score or '+inf'; 5 and 6: score and id of the last member read, '' at the
--      start; then terms that must all match: - `type` or `id`, 1 = negated, n, the n parts of a pattern between its
--      stars - `payload`, 1 = negated, text; `any`, 1 = negated, text, the text escaped like an error; `error`, 0,
--      escaped text. Each of these three is followed by n and n escapes. A string without any of these escapes has no
--      other spelling in JSON. - `read`, 0, n, n types: payloads of these types (`*`: all others) are decoded, so only
--      the caller can match them - `packed`, 0: payloads that start like packed values may also be decoded - `brief`,
--      0: for failed tasks only the time and the error are needed, so neither envelopes nor tries are read - `attempt`
--      or `size`, 1 = negated, `<` `<=` `>` `>=` or `=`, number - `added`, 1 = negated, operator, the time as the start
--      of generated ids, the start for 2020, the start for 2100 - `whole`, 0: the caller needs every payload
-- Reply: {now, members read, 1 = end of the set, 2 = enough large tasks for one step, score and id of the last member
--   read, default attempts or '', {tasks}}, see include/describe.lua The `found` field contains, for each `payload` and
--   `any` term, 1 if the payload contains the text, otherwise 0. The whole field is b if the payload has its own key
--   and was not read; the step then ends after that task. It is p, followed by the payload, if the payload may contain
--   the text in another spelling.
--- @include "begin"
--- @include "busyfor"
local set, limit, lowest, highest, lastScore, lastId = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local metaKey = KEYS[7]
--- @include "version"
--- @include "describe"
--- @include "tokens"
--- @include "types"
--- @include "place"
--- @include "readabletext"
local total = try('ZCARD', KEYS[1])
if type(total) == 'table' then
  return damaged(set)
end

-- Returns whether a string matches a pattern, given as the parts between its stars. The string must start with the
-- first part, end with the last, and contain the others in between, in order.
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

-- terms about the id, terms about payloads and all text, and terms about errors only
local names, texts, errors = {}, {}, {}
local sizes, attempts = {}, {}
local readTypes -- types to decode, by name; nil if none
local packed, brief, whole = false, false, false
do
  local i = 7
  while i <= #ARGV do
    local term = {kind = ARGV[i], negated = ARGV[i + 1] == '1', text = ARGV[i + 2]}
    if term.kind == 'read' then
      local types = tonumber(ARGV[i + 2])
      readTypes = types > 0 and {} or nil
      for j = 1, types do
        readTypes[ARGV[i + 2 + j]] = true
      end
      i = i + 3 + types
    elseif term.kind == 'packed' then
      packed = true
      i = i + 2
    elseif term.kind == 'whole' then
      whole = true
      i = i + 2
    elseif term.kind == 'brief' then
      brief = set == 'failed'
      i = i + 2
    elseif term.kind == 'type' or term.kind == 'id' then
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
      local numbers = term.kind == 'size' and sizes or attempts
      numbers[#numbers + 1] = term
      i = i + 4
    else
      term.escaped = term.text
      i = i + 3
      if term.kind == 'any' then
        term.escaped = ARGV[i]
        i = i + 1
      end
      local escapes = tonumber(ARGV[i])
      term.escapes = {}
      for j = 1, escapes do
        term.escapes[j] = ARGV[i + j]
      end
      i = i + 1 + escapes
      -- If the text has no letters, it can be compared without converting anything to lowercase.
      term.folds = string.find(term.text, '%l') ~= nil
      local list = term.kind == 'error' and errors or texts
      list[#list + 1] = term
    end
  end
end

local function nameHolds(id)
  for i = 1, #names do
    local term = names[i]
    if term.kind == 'added' then
      -- if the id contains no time, the creation time is in the envelope
      local time = string.match(id, '^[^#]*#([-0-9A-Z_a-z]+)$')
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

local function holds(text, part)
  return string.find(text, part, 1, true) ~= nil
end

local sieve, asked = {brief = brief}, 0
function sieve.busy()
  local us = busyFor()
  asked = asked + 1
  -- If the clock doesn't advance during a script, limit the number of tasks instead of the time.
  return us > 500 or us == 0 and asked > 3
end
if #errors > 0 then
  local find, lower = string.find, string.lower
  -- The line contains the error and other text, so a term missing from the line is also missing from the error.
  function sieve.error(line)
    line = lower(line)
    for i = 1, #errors do
      if not find(line, errors[i].escaped, 1, true) and not maySpell(errors[i], line, 1) then
        return false
      end
    end
    return true
  end
end
if #attempts > 0 and set ~= 'done' and set ~= 'trash' then -- done and trash store the number of attempts elsewhere
  function sieve.attempts(tries)
    local number = (triesOf(tries)) + (set == 'leased' and 1 or 0)
    for i = 1, #attempts do
      local term = attempts[i]
      if compares(number, term.operator, term.number) == term.negated then
        return false
      end
    end
    return true
  end
end
-- Most entries don't contain the text, so check that first. If the first line is longer than `{}`, the payload may have
-- its own key.
for i = 1, #texts do
  local term = texts[i]
  if term.kind == 'payload' and not term.negated and not readTypes then
    local text, folds = term.text, term.folds
    local find, byte, lower = string.find, string.byte, string.lower
    function sieve.glance(entry)
      return byte(entry, 3) ~= 10 or find(folds and lower(entry) or entry, text, 1, true) ~= nil or maySpell(term, entry, 3)
        or packed and mayBePacked(entry, 4)
    end
  end
  sieve.past = sieve.past or term.kind == 'any' and not term.negated
end

local large = false
-- Checks a stored task. Returns nil if it can't match; otherwise the `found` field for its payload, and whether to end
-- the step.
local function judge(id, value, payloadAt, line)
  local bigSize
  if payloadAt > 4 then -- the first line of the envelope is longer than `{}`
    bigSize = tonumber(string.match(string.sub(value, 1, payloadAt - 2), '"s":(%d+)'))
  end
  for i = 1, #sizes do
    local term = sizes[i]
    if compares(bigSize or (#value - payloadAt + 1), term.operator, term.number) == term.negated then
      return nil
    end
  end
  if whole then
    large = large or bigSize ~= nil
    return bigSize and 'b' or 'p' .. string.sub(value, payloadAt), bigSize ~= nil
  elseif #texts == 0 then
    return ''
  end
  local folded, found, unsure = nil, {}, false
  local isRead = readTypes and (readTypes['*'] or readTypes[typeOf(id)])
  for i = 1, #texts do
    local term, inPayload, mayBe = texts[i], false, false
    if not bigSize then
      folded = folded or term.folds and string.lower(value)
      inPayload = string.find(term.folds and folded or value, term.text, payloadAt, true) ~= nil
      mayBe = not inPayload and (isRead or maySpell(term, value, payloadAt) or packed and mayBePacked(value, payloadAt))
      unsure = unsure or mayBe
      found[#found + 1] = inPayload and '1' or '0'
    end
    if term.kind == 'payload' then
      if not bigSize and not mayBe and inPayload == term.negated then
        return nil
      end
    else
      local inId = holds(string.lower(id), term.text)
      if term.negated then
        if inId or inPayload then
          return nil
        end
      elseif not inId and not inPayload and not mayBe and not bigSize and not holds(string.lower(line), term.escaped)
        and not maySpell(term, line, 1) then
        return nil
      end
    end
  end
  if bigSize then
    large = true
    return 'b', true
  end
  if unsure then
    return 'p' .. string.sub(value, payloadAt), false
  end
  return table.concat(found), false
end
if whole or #texts + #sizes > 0 then
  sieve.judge = judge
end

local first = firstRank()
local stop = highest == '+inf' and total or call('ZCOUNT', KEYS[1], '-inf', highest)
local looked, more, last = 0, first < stop, nil
while more and not large and looked < limit and (looked == 0 or not sieve.busy()) do
  local from = first + looked
  local range = call('ZRANGE', KEYS[1], from, math.min(from + math.min(100, limit - looked), stop) - 1)
  local ids, places = range, nil -- ids that may match, and their indexes in the range
  if #names > 0 then
    ids, places = {}, {}
    for i = 1, #range do
      if nameHolds(range[i]) then
        ids[#ids + 1] = range[i]
        places[#ids] = i
      end
    end
  end
  local size, role = describe(ids, nil, sieve)
  if not size then
    return damaged(role)
  end
  local done = #range
  if size < #ids then -- continue after the last task that was described
    done = (places and places[size + 1] or size + 1) - 1
    large = large or bytes > byteBudget or largest > largeEntry
  end
  looked, last = looked + done, range[done] or last
  more = from + done < stop
  if size < #ids then
    break
  end
end
local score, id = lastScore, lastId
if last then
  id = last
  score = call('ZSCORE', KEYS[1], id)
end
return {now, looked, not more and 1 or large and 2 or 0, score, id, call('HGET', metaKey, 'attempts') or '', described}
