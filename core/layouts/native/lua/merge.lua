#!lua flags=no-writes,allow-oom
-- Locates a page in the merged lists of several states, which are sorted by time, then by the order of the states, then
-- by id. Tasks before the page are counted but not read.
-- KEYS: the set of each state
-- ARGV 1: offset; 2: limit; then for each state: the role of its set, and the part of the set: `due` (score up to
--      now), `scheduled` (later), `all`
-- Reply: {now, number of tasks in all lists, then for each state: {rank of the page's first member in its list, the
-- scores from that rank on, at most limit, and none after the page}}
--- @include "begin"
local offset, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local farthest = 2 ^ 52 -- later than any valid time, and small enough to be exact in Lua's numbers
local lists, total = {}, 0
for i = 1, #KEYS do
  local key, part = KEYS[i], ARGV[2 * i + 2]
  local size = try('ZCARD', key)
  if type(size) == 'table' then
    return damaged(ARGV[2 * i + 1])
  end
  local from = 0
  if part ~= 'all' then
    local due = call('ZCOUNT', key, '-inf', nowText)
    if part == 'due' then
      size = due
    else
      from, size = due, size - due
    end
  end
  lists[i] = {key = key, from = from, size = size, start = 0}
  total = total + size
end

-- Returns the number of members of a list with a time before `score`.
local function below(list, score)
  if list.size == 0 then
    return 0
  end
  local count = call('ZCOUNT', list.key, '-inf', string.format('(%.0f', score)) - list.from
  return math.max(0, math.min(count, list.size))
end

local function instant(list, rank)
  local score = tonumber(call('ZRANGE', list.key, list.from + rank, list.from + rank, 'WITHSCORES')[2])
  return math.floor(math.max(-farthest, math.min(score, farthest)))
end

if offset > 0 and offset < total then
  local low, high = farthest, -farthest
  for i = 1, #lists do
    if lists[i].size > 0 then
      low = math.min(low, instant(lists[i], 0))
      high = math.max(high, instant(lists[i], lists[i].size - 1) + 1)
    end
  end
  -- Find the latest time that at most `offset` members precede.
  while high - low > 1 do
    local middle = math.floor((low + high) / 2)
    local before = 0
    for i = 1, #lists do
      before = before + below(lists[i], middle)
    end
    if before > offset then
      high = middle
    else
      low = middle
    end
  end
  -- Skip all members before that time, then members at that time, list by list.
  local left = offset
  for i = 1, #lists do
    lists[i].start = below(lists[i], low)
    left = left - lists[i].start
  end
  for i = 1, #lists do
    local here = math.min(left, below(lists[i], low + 1) - lists[i].start)
    lists[i].start = lists[i].start + here
    left = left - here
  end
end

-- The list that starts first determines the latest time that the page can reach, so don't read the other lists beyond
-- it.
local counts, first, earliest = {}, nil, nil
for i = 1, #lists do
  counts[i] = offset < total and math.max(0, math.min(limit, lists[i].size - lists[i].start)) or 0
  if counts[i] > 0 then
    local head = instant(lists[i], lists[i].start)
    if not earliest or head < earliest then
      first, earliest = i, head
    end
  end
end
local latest = first and counts[first] == limit and instant(lists[first], lists[first].start + limit - 1) or farthest

local reply = {now, total}
for i = 1, #lists do
  local list, count = lists[i], counts[i]
  if count > 0 and i ~= first and latest < farthest then
    count = math.min(count, below(list, latest + 1) - list.start)
  end
  local place = {list.start}
  if count > 0 then
    local from = list.from + list.start
    local range = call('ZRANGE', list.key, from, from + count - 1, 'WITHSCORES')
    for j = 2, #range, 2 do
      place[#place + 1] = range[j]
    end
  end
  reply[i + 2] = place
end
return reply
