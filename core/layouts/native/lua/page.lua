#!lua flags=no-writes,allow-oom
-- Returns part of the list of one state, by rank.
-- KEYS 1: the state's set; 2: tasks; 3: tries; 4: history; 5: leases; 6: before; 7: meta
-- ARGV 1: the set's role; 2: the part of it: `due` (score up to now), `scheduled` (later), `all`, or `newest` (all,
--      last first); 3: offset; 4: limit, at most 100
-- Reply: {now, tasks in that state, default attempts or '', number of tasks described so far, {tasks}}. Contains fewer
-- tasks than requested if their envelopes are large (see include/describe.lua)
--- @include "begin"
local set, part, offset, limit = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local metaKey = KEYS[7]
--- @include "version"
--- @include "describe"
local total = try('ZCARD', KEYS[1])
if type(total) == 'table' then
  return damaged(set)
end
local first = offset
if part == 'due' or part == 'scheduled' then
  local due = call('ZCOUNT', KEYS[1], '-inf', nowText)
  if part == 'due' then
    total = due
  else
    first = offset + due
    total = total - due
  end
end
limit = math.min(limit, total - offset)
local ids, scores = {}, {}
if limit > 0 then
  local range
  if part == 'newest' then
    range = call('ZRANGE', KEYS[1], first, first + limit - 1, 'REV', 'WITHSCORES')
  else
    range = call('ZRANGE', KEYS[1], first, first + limit - 1, 'WITHSCORES')
  end
  for i = 1, #range, 2 do
    ids[#ids + 1], scores[#scores + 1] = range[i], range[i + 1]
  end
end
local size, role = describe(ids, scores, {})
if not size then
  return damaged(role)
end
return {now, total, call('HGET', metaKey, 'attempts') or '', size, described}
