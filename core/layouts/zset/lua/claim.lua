#!lua flags=allow-oom
-- Leases due tasks in order of due time and id. Claims them from retry and from the design's sorted
-- set, and removes them from these keys.
-- KEYS 1: pending; 2: retry; 3: leased; 4: leases; 5: tries; 6: meta; 7: memo; 8: statistics
--      prefix; 9: expiring; 10: failed; 11: history; 12: tasks; 13: done; 14: trash; 15: before;
--      16: home, the design's sorted set
-- ARGV 1: nonce; 2: limit; 3: lease ms; 4: number of members to read per set; 5: first rank at
--      home; 6: first rank in retry; 7: ms per unit of the scores at home; 8: source of the types
--      (see include/types.lua); 9 and 10: a lock's name before and after the id; 11: lifetime of a
--      lock in ms (0: no locks); 12: number of exact types, -1 for every type, then the exact
--      types, then the prefixes
-- Reply: see native/claim.lua. The lock keys are not in KEYS, because their names depend on the
--   tasks found.
--- @include "begin"
local memoKey, nonce, statisticsPrefix, home = KEYS[7], ARGV[1], KEYS[8], KEYS[16]
local limit, lookAhead, unit, lockFor = tonumber(ARGV[2]), tonumber(ARGV[4]), tonumber(ARGV[7]), tonumber(ARGV[11])
--- @include "memo"
--- @include "statistics"
--- @include "tokens"
--- @include "scores"
--- @include "makeoverlay"

local meta = try('HMGET', KEYS[6], 'version', 'paused', 'types')
if meta.err then
  return damaged('meta')
end
if meta[1] and meta[1] ~= '1' then
  return newer(meta[1])
end
local first = try('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
if first.err then
  return damaged('leased')
end
local nearest = tonumber(first[2]) or 0
--- @include "claimagain"
if meta[2] then
  return {2, now, nearest}
end

--- @include "types"
--- @include "order"
naming = ARGV[8]
local typesAt, every = 12, ARGV[12] == '-1'
--- @include "handles"

local ownMark = 'dueline '
local function lockOf(id)
  return ARGV[9] .. id .. ARGV[10]
end
-- Returns whether one of the design's workers holds the task. A lock left over from one of Dueline's runs doesn't
-- count, because it blocks only the design's workers.
local function isLocked(id)
  if lockFor == 0 then
    return false
  end
  local held = try('GET', lockOf(id))
  return held and (type(held) == 'table' or string.sub(held, 1, #ownMark) ~= ownMark)
end
if lockFor > 0 then
  lookAhead = math.min(lookAhead, 300) -- limit the scan, because checking each lock costs a call
end

-- Scans the due part of a set from rank `from`. Returns the ids, their due times, the rank at which
-- to continue (0 if the end or the limit was reached), and whether the ids are the first in the
-- set. Returns nil if the key is damaged.
local function scan(key, from, last, dueOf)
  local ids, dues, front, start, looked = {}, {}, from == 0, from, 0
  while looked < lookAhead do
    local step = math.min(looked == 0 and limit or 250, lookAhead - looked)
    local found = try('ZRANGE', key, from, from + step - 1, 'WITHSCORES')
    if found.err then
      return nil
    end
    local members, running = {}, {}
    for i = 1, #found, 2 do
      members[#members + 1] = found[i]
    end
    if #first > 0 and #members > 0 and key == home then
      -- A task that was re-added while running is not claimed until its run ends.
      running = call('ZMSCORE', KEYS[3], unpack(members))
    end
    for i = 1, #members do
      if tonumber(found[2 * i]) > last then
        return ids, dues, 0, front
      end
      if not running[i] and handles(members[i]) and not isLocked(members[i]) then
        local at = #ids + 1
        ids[at], dues[at] = members[i], dueOf(found[2 * i])
        if at == limit then
          return ids, dues, start, front
        end
      else
        front = false
      end
    end
    looked, from = looked + #members, from + #members
    if #members < step then
      return ids, dues, 0, front
    end
  end
  return ids, dues, from, front
end

local homeIds, homeDues, homeRank, homeFront = scan(home, tonumber(ARGV[5]), now / unit, msOf)
if not homeIds then
  return damaged('home')
end
local retryIds, retryDues, retryRank = scan(KEYS[2], tonumber(ARGV[6]), now, tonumber)
if not retryIds then
  return damaged('retry')
end
local isHome = {}
for i = 1, #homeIds do
  isHome[homeIds[i]] = true
end

-- Merge by due time, then by id in byte order. A re-added task replaces its own retry.
local ids, dues, takenHome, takenRetry, retryAt = {}, {}, {}, {}, {}
do
  local i, j = 1, 1
  while #ids < limit and (homeIds[i] or retryIds[j]) do
    local h, r = homeDues[i], retryDues[j]
    if r and isHome[retryIds[j]] then
      j = j + 1
    elseif h and (not r or h < r or (h == r and before(homeIds[i], retryIds[j]))) then
      ids[#ids + 1], dues[#dues + 1] = homeIds[i], h
      takenHome[#takenHome + 1] = homeIds[i]
      i = i + 1
    else
      ids[#ids + 1], dues[#dues + 1] = retryIds[j], r
      takenRetry[#takenRetry + 1] = retryIds[j]
      retryAt[#ids] = #takenRetry
      j = j + 1
    end
  end
end
local function nextRank(rank, found, taken)
  if #taken < #found then
    return 0
  end
  return rank > #taken and rank - #taken or 0
end
homeRank, retryRank = nextRank(homeRank, homeIds, takenHome), nextRank(retryRank, retryIds, takenRetry)

if #ids == 0 then
  -- Find out when the next task of these types becomes due, among the first 50 later tasks in each set.
  local soonest = 0
  for _, set in ipairs({{home, now / unit, dueMs}, {KEYS[2], now, tonumber}}) do
    local ahead = call('ZRANGEBYSCORE', set[1], '(' .. string.format('%.17g', set[2]), '+inf', 'WITHSCORES', 'LIMIT', 0, every and 1 or 50)
    for i = 1, #ahead, 2 do
      local at = set[3](ahead[i + 1])
      if handles(ahead[i]) then
        if at < now + 31536000000 and (soonest == 0 or at < soonest) then -- ignore a task that is never due
          soonest = at
        end
        break
      end
    end
  end
  return {0, now, soonest, nearest, homeRank, retryRank, (homeRank > 0 or retryRank > 0) and 1 or 0, 0}
end

-- This task is new, so remove data left over from an earlier task with its id.
local gone = {}
if #takenHome > 0 then
  local known = try('HMGET', KEYS[12], unpack(takenHome))
  if known.err then
    return damaged('tasks')
  end
  for i = 1, #takenHome do
    if known[i] then
      gone[#gone + 1] = takenHome[i]
    end
  end
end
local tries = {}
if #takenRetry > 0 then
  tries = try('HMGET', KEYS[5], unpack(takenRetry))
  if tries.err then
    return damaged('tries')
  end
end

local expiry = string.format('%d', now + tonumber(ARGV[3]))
if nearest == 0 or tonumber(expiry) < nearest then
  nearest = tonumber(expiry)
end
local sharedToken = '1-' .. nonce .. '-' .. nowText
local leasedArguments, leasesArguments, tasksArguments, lateness, reply = {}, {}, {}, {}, {}
for k = 1, #ids do
  local id, fence, attempt = ids[k], '1', 1
  if retryAt[k] then
    local attempts, last = triesOf(tries[retryAt[k]])
    attempt, fence = attempts + 1, string.format('%d', tonumber(last) + 1)
  end
  local token = attempt == 1 and fence == '1' and sharedToken or fence .. '-' .. nonce .. '-' .. nowText
  leasedArguments[2 * k - 1], leasedArguments[2 * k] = expiry, id
  leasesArguments[2 * k - 1], leasesArguments[2 * k] = id, token
  reply[4 * k - 3], reply[4 * k - 2], reply[4 * k - 1], reply[4 * k] = id, math.max(0, dues[k]), token, attempt
  local class = classOf(now - dues[k])
  lateness[class] = (lateness[class] or 0) + 1
end
for k = 1, #takenHome do
  tasksArguments[2 * k - 1], tasksArguments[2 * k] = takenHome[k], '{}\n'
end
local written = try('HSET', KEYS[4], unpack(leasesArguments))
if type(written) == 'table' then
  return damaged('leases')
end
if #first > 0 or #leasedArguments < 32 then
  call('ZADD', KEYS[3], unpack(leasedArguments))
else -- create a skip list from the start, because adding a batch to a listpack takes five times as long
  local long = string.rep('-', 65)
  call('ZADD', KEYS[3], expiry, long, unpack(leasedArguments))
  call('ZREM', KEYS[3], long)
end
if #gone > 0 then
  for _, set in ipairs({KEYS[2], KEYS[10], KEYS[13], KEYS[14]}) do
    try('ZREM', set, unpack(gone))
  end
  for _, hash in ipairs({KEYS[5], KEYS[11], KEYS[15]}) do
    try('HDEL', hash, unpack(gone))
  end
end
if #takenHome > 0 then
  call('HSET', KEYS[12], unpack(tasksArguments))
  if homeFront then
    call('ZREMRANGEBYRANK', home, 0, #takenHome - 1)
  else
    call('ZREM', home, unpack(takenHome))
  end
end
if #takenRetry > 0 then
  call('ZREM', KEYS[2], unpack(takenRetry))
end
if lockFor > 0 then
  local length = string.format('%d', math.max(lockFor, tonumber(ARGV[3])))
  for k = 1, #ids do
    call('SET', lockOf(ids[k]), ownMark .. leasesArguments[2 * k], 'PX', length)
  end
end
if not meta[1] then
  makeOverlay(KEYS[6], KEYS[4])
end
if meta[3] ~= naming then
  call('HSET', KEYS[6], 'types', naming)
end
for class, tasks in pairs(lateness) do
  count('l' .. class, tasks)
end
rememberLeases(expiry, reply, 4)
return {1, now, tonumber(expiry), nearest, homeRank, retryRank, '', reply}
