#!lua
-- Adds members to a sorted set scored by time, as the design's own producers do.
-- KEYS 1: home, the design's sorted set; 2: meta; 3: memo; 4: leased; 5: statistics prefix; 6:
--      leases
-- ARGV 1: nonce; 2: ms per unit of the scores; 3: 1 if scores are whole units; 4: source of the
--      types; 5: wake channel; then for each task: member (if scores are whole units: the command;
--      the script appends `_<score>`), due ms or `+ms` from now
-- Reply: {codes, {member, …}}; codes has one character per task: 1 = added; 0 = it already exists
--- @include "begin"
local home, metaKey, memoKey, nonce, unit, whole = KEYS[1], KEYS[2], KEYS[3], ARGV[1], tonumber(ARGV[2]), ARGV[3] == '1'
local statisticsPrefix = KEYS[5]
--- @include "memo"
--- @include "version"
--- @include "scores"
--- @include "makeoverlay"
--- @include "statistics"
if answer then -- reuse the first call's time, because the names were derived from it
  answer, now = string.match(answer, '^(%d*) (%d+)$')
  now = tonumber(now)
end
local members, entries, soonest = {}, {}, math.huge
for i = 6, #ARGV, 2 do
  local due = ARGV[i + 1]
  due = string.byte(due) == 43 and now + tonumber(string.sub(due, 2)) or tonumber(due)
  local score, member = scoreOf(due), ARGV[i]
  if whole then
    score = string.format('%d', math.ceil(due / unit))
    member = member .. '_' .. score
  end
  members[#members + 1], entries[#entries + 1] = member, score
  soonest = math.min(soonest, due)
end
if answer then
  return {answer, members}
end
local there = try('ZMSCORE', home, unpack(members))
if there.err then
  return damaged('home')
end
local running = try('ZMSCORE', KEYS[4], unpack(members))
if running.err then
  return damaged('leased')
end
local codes, arguments, seen = {}, {}, {}
for k = 1, #members do
  codes[k] = (there[k] or running[k] or seen[members[k]]) and '0' or '1'
  if codes[k] == '1' then
    seen[members[k]] = true
    arguments[#arguments + 1], arguments[#arguments + 2] = entries[k], members[k]
  end
end
if #arguments > 0 then
  local head = call('ZRANGE', home, 0, 0, 'WITHSCORES')[2]
  call('ZADD', home, 'NX', unpack(arguments))
  if not head or soonest < msOf(head) or msOf(head) <= now then
    try('PUBLISH', ARGV[5], string.format('%d', soonest))
  end
  count('added', #arguments / 2)
end
if not version then
  makeOverlay(metaKey, KEYS[6])
  call('HSET', metaKey, 'types', ARGV[4])
end
local codesText = table.concat(codes)
remember(codesText .. ' ' .. nowText)
return {codesText, members}
