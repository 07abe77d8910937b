#!lua flags=no-writes,allow-oom
-- Returns part of one state's list, by rank.
-- KEYS 1: the state's set; 2: tasks; 3: tries; 4: history; 5: leases; 6: before; 7: meta
-- ARGV 1: the set's role; 2: the part of it: `due` (score up to now), `scheduled` (later), `all`, or `newest` (all,
--      last first); 3: offset; 4: limit, at most 100; 5: id of the task after which to continue, instead of the offset,
--      or ''; 6: its score
-- Reply: {now, tasks in that state, default attempts or '', number of tasks after the described ones, {tasks}}.
--   Contains fewer tasks than requested if their envelopes are large (see include/describe.lua)
--- @include "begin"
local set, part, offset, limit = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local after, afterScore = ARGV[5], ARGV[6]
local metaKey = KEYS[7]
--- @include "version"
--- @include "describe"
local total = try('ZCARD', KEYS[1])
if type(total) == 'table' then
  return damaged(set)
end
local first, past = offset, total
if part == 'due' or part == 'scheduled' then
  local due = call('ZCOUNT', KEYS[1], '-inf', nowText)
  if part == 'due' then
    total, past = due, due
  else
    first = offset + due
    total = total - due
  end
end
if after ~= '' then
  -- The ranks have changed if tasks have since been claimed or become due.
  local isThere = call('ZSCORE', KEYS[1], after) == afterScore
  if part == 'newest' then
    first = isThere and past - call('ZRANK', KEYS[1], after) or call('ZCOUNT', KEYS[1], '(' .. afterScore, '+inf')
  else
    first = isThere and call('ZRANK', KEYS[1], after) + 1 or call('ZCOUNT', KEYS[1], '-inf', '(' .. afterScore)
  end
end
limit = math.min(limit, past - first)
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
return {now, total, call('HGET', metaKey, 'attempts') or '', math.max(past - first - size, 0), described}
