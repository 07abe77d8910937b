#!lua flags=no-writes,allow-oom
-- Excludes jobs that cannot match a search. The caller checks the other jobs, which may match.
-- KEYS: hashes of jobs
-- ARGV 1: size in bytes above which a field may match; 2: 1 = values that start like packed data may match; 3: n, then
--   the n fields to search (the first may be too long to be read); then terms: text in ASCII lowercase, number of
--   escapes, escapes. Each term must occur in at least one field.
-- Reply: number of jobs examined, at least one; fewer than all after half a millisecond. Then the positions of jobs that
--   may match.
--- @include "begin"
--- @include "busyfor"
--- @include "readabletext"
local longest, packed, fields, terms = tonumber(ARGV[1]), ARGV[2] == '1', {}, {}
local at = 4 + tonumber(ARGV[3])
for i = 4, at - 1 do
  fields[#fields + 1] = ARGV[i]
end
while at <= #ARGV do
  local term, escapes = {text = ARGV[at], escapes = {}, occurs = false}, tonumber(ARGV[at + 1])
  for i = 1, escapes do
    term.escapes[i] = ARGV[at + 1 + i]
  end
  -- If the text has no letters, it can be compared without converting anything to lowercase.
  term.folds = string.find(term.text, '%l') ~= nil
  terms[#terms + 1] = term
  at = at + 2 + escapes
end

local bytes = 0 -- number of bytes searched since the time was last checked

-- Marks the terms that occur in a value.
local function search(value)
  local folded
  for i = 1, #terms do
    local term = terms[i]
    if not term.occurs then
      folded = folded or term.folds and string.lower(value)
      term.occurs = string.find(term.folds and folded or value, term.text, 1, true) ~= nil or maySpell(term, value, 1)
    end
  end
end

-- Returns whether a job may match. A job without any of the fields is missing or damaged, so it may match.
local function mayMatch(hash)
  local size = try('HSTRLEN', hash, fields[1])
  if type(size) == 'table' or size > longest then
    return true
  end
  for i = 1, #terms do
    terms[i].occurs = false
  end
  local has = false
  local values = call('HMGET', hash, unpack(fields))
  for i = 1, #fields do
    local value = values[i]
    if value and value ~= '' then
      has, bytes = true, bytes + #value
      if #value > longest or packed and mayBePacked(value, 1) then
        return true
      end
      search(value)
    end
  end
  for i = 1, #terms do
    if not terms[i].occurs then
      return not has
    end
  end
  return true
end

-- Returns whether there is time for another job. Checks the clock only after every 16 jobs or 64 KB.
local function hasTime(examined)
  if examined == 0 or examined % 16 > 0 and bytes < 65536 then
    return true
  end
  bytes = 0
  return busyFor() < 500
end

local reply, examined = {0}, 0
while examined < #KEYS and hasTime(examined) do
  examined = examined + 1
  if mayMatch(KEYS[examined]) then
    reply[#reply + 1] = examined
  end
end
reply[1] = examined
return reply
