#!lua flags=allow-oom
-- Leases due tasks, earliest due first, ties by id.
-- KEYS 1: pending; 2: retry; 3: leased; 4: leases; 5: tries; 6: meta; 7: memo; 8: statistics prefix; 9: expiring;
--      10: failed; 11: history
-- ARGV 1: nonce; 2: limit; 3: lease ms; 4: number of members to read per set; 5: first rank in pending; 6: first rank
--      in retry; 7: number of exact types, -1 for every type, then the exact types, then the prefixes; or -2 and the
--      arguments of handles.lua
-- Reply, by its first element:
--   1 leased:  now, expiry, nearest expiry of the queue or 0, next rank in pending, in retry, token, {id, due, …}
--     or token '' and {id, due, token, attempt, …}; due 0 = unknown
--   0 nothing: now, next due later than now or 0, nearest expiry or 0, next rank in pending, in retry, 1 = claim again
--     immediately, when to claim again if there is no next due, or 0
--   2 paused:  now, nearest expiry or 0
--- @include "begin"
local memoKey, nonce, statisticsPrefix = KEYS[7], ARGV[1], KEYS[8]
local limit, lookAhead = tonumber(ARGV[2]), tonumber(ARGV[4])
--- @include "memo"
--- @include "statistics"
--- @include "tokens"

local meta = try('HMGET', KEYS[6], 'version', 'paused', 'expires')
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

-- maximum delay after the due time, for tasks without their own deadline
local longestWait = meta[3] and tonumber(meta[3])
if longestWait and longestWait <= 0 then
  longestWait = nil
end
local expiring = try('ZCARD', KEYS[9])
if type(expiring) == 'table' then
  return damaged('expiring')
end
local retryHead = try('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
if retryHead.err then
  return damaged('retry')
end
local retryDue = tonumber(retryHead[2])
if retryDue and retryDue > now then
  retryDue = nil
end

local every = ARGV[7] == '-1'
local page
if every then
  page = try('ZRANGEBYSCORE', KEYS[1], '-inf', nowText, 'WITHSCORES', 'LIMIT', 0, limit)
  if page.err then
    return damaged('pending')
  end
end

local expiry = string.format('%d', now + tonumber(ARGV[3]))
if nearest == 0 or now + tonumber(ARGV[3]) < nearest then
  nearest = now + tonumber(ARGV[3])
end
local sharedToken = '1-' .. nonce .. '-' .. nowText
local leasedArguments, leasesArguments, lateness = {}, {}, {}

-- Adds tasks to leased. If the set is empty, first adds and removes a member too long for a listpack, because adding a
-- batch to a listpack takes five times as long. The set then stays a skip list until it is empty again.
local function lease()
  if #first > 0 or #leasedArguments < 32 then
    call('ZADD', KEYS[3], unpack(leasedArguments))
    return
  end
  local long = string.rep('-', 65)
  call('ZADD', KEYS[3], expiry, long, unpack(leasedArguments))
  call('ZREM', KEYS[3], long)
end

-- Fast path for almost all claims: all tasks come from the front of pending, so they share one token.
local size = page and #page or 0
if size > 0 and expiring == 0 and not (longestWait and tonumber(page[2]) + longestWait <= now) and (not retryDue or (size == 2 * limit and tonumber(page[size]) < retryDue)) then
  local class, least, since = 0, math.huge, 1
  for i = 1, size, 2 do
    local id, due = page[i], tonumber(page[i + 1])
    page[i + 1] = due -- store the time as an integer
    leasedArguments[i] = expiry
    leasedArguments[i + 1] = id
    leasesArguments[i] = id
    leasesArguments[i + 1] = sharedToken
    local late = now - due
    -- tasks are sorted by due time, so the histogram bucket for their lateness can only decrease
    if late < least then
      lateness[class] = (i - since) / 2
      class, since = classOf(late), i
      least = class == 0 and 0 or 2 ^ (class - 1)
    end
  end
  lateness[class] = (size + 1 - since) / 2
  local written = try('HSET', KEYS[4], unpack(leasesArguments))
  if type(written) == 'table' then
    return damaged('leases')
  end
  lease()
  call('ZREMRANGEBYRANK', KEYS[1], 0, size / 2 - 1)
  rememberLeases(expiry, page, 2)
  for late, tasks in pairs(lateness) do
    if tasks > 0 then
      count('l' .. late, tasks)
    end
  end
  return {1, now, tonumber(expiry), nearest, 0, 0, sharedToken, page}
end

-- General path: for types, retries, and tasks with a start deadline.
--- @include "types"
--- @include "history"
--- @include "order"
local typesAt = 7
--- @include "handles"

-- Scans the due part of a set from rank `from`. Returns ids, their due times, the rank to continue from (0: the end or
-- the limit was reached), and whether the ids are the first in the set; nil if the key is damaged.
local function scan(key, from)
  local ids, dues, front, start, looked = {}, {}, from == 0, from, 0
  while looked < lookAhead do
    local step = looked == 0 and limit or 250
    -- Read by rank: LIMIT would scan all the members that it skips.
    local found = try('ZRANGE', key, from, from + step - 1, 'WITHSCORES')
    if found.err then
      return nil
    end
    for i = 1, #found, 2 do
      local due = tonumber(found[i + 1])
      if due > now then
        return ids, dues, 0, front
      end
      if handles(found[i]) then
        local at = #ids + 1
        ids[at], dues[at] = found[i], due
        if at == limit then
          return ids, dues, start, front
        end
      else
        front = false
      end
    end
    local got = #found / 2
    looked, from = looked + got, from + got
    if got < step then
      return ids, dues, 0, front
    end
  end
  return ids, dues, from, front
end

local pendingIds, pendingDues, pendingRank, pendingFront = scan(KEYS[1], tonumber(ARGV[5]))
if not pendingIds then
  return damaged('pending')
end
local retryIds, retryDues, retryRank, retryFront = {}, {}, 0, true
if retryDue then
  retryIds, retryDues, retryRank, retryFront = scan(KEYS[2], tonumber(ARGV[6]))
end

-- Merge by due time, then by id in byte order.
local ids, dues, fromRetry, takenPending, takenRetry = {}, {}, {}, {}, {}
do
  local i, j = 1, 1
  while #ids < limit and (pendingIds[i] or retryIds[j]) do
    local at = #ids + 1
    local p, r = pendingDues[i], retryDues[j]
    if p and (not r or p < r or (p == r and before(pendingIds[i], retryIds[j]))) then
      ids[at], dues[at] = pendingIds[i], p
      takenPending[i] = pendingIds[i]
      i = i + 1
    else
      ids[at], dues[at] = retryIds[j], r
      takenRetry[j] = retryIds[j]
      fromRetry[at] = j
      j = j + 1
    end
  end
end
-- Returns the rank at which the next claim continues: claimed tasks shift the ranks after them. Returns 0 if tasks were
-- found but not claimed, so that they are found again.
local function nextRank(rank, found, taken)
  if #taken < #found then
    return 0
  end
  return rank > #taken and rank - #taken or 0
end
pendingRank = nextRank(pendingRank, pendingIds, takenPending)
retryRank = nextRank(retryRank, retryIds, takenRetry)

local tries = {}
if #takenRetry > 0 then
  tries = try('HMGET', KEYS[5], unpack(takenRetry))
  if tries.err then
    return damaged('tries')
  end
end

-- Fail the tasks whose start deadline has passed.
local startable, late = {}, {}
local deadline = expiring > 0 and #ids > 0 and call('ZMSCORE', KEYS[9], unpack(ids)) or {}
for i = 1, #ids do
  local last = deadline[i] and tonumber(deadline[i]) or longestWait and dues[i] + longestWait
  if last and last <= now then
    late[#late + 1] = i
  else
    startable[#startable + 1] = i
  end
end
local pastIds, pastHistory = {}, {}
if #late > 0 then
  for k = 1, #late do
    pastIds[k] = ids[late[k]]
  end
  pastHistory = try('HMGET', KEYS[11], unpack(pastIds))
  if pastHistory.err then
    return damaged('history')
  end
  if type(try('ZCARD', KEYS[10])) == 'table' then
    return damaged('failed')
  end
end

if #startable == 0 and #late == 0 then
  -- Find out when the next task of these types becomes due, among the first 50 later tasks in each set. If none of the
  -- 50 match, claim again when the last of them is due.
  local soonest, look = 0, 0
  for k = 1, 2 do
    local ahead = call('ZRANGEBYSCORE', KEYS[k], '(' .. nowText, '+inf', 'WITHSCORES', 'LIMIT', 0, every and 1 or 50)
    local at
    for i = 1, #ahead, 2 do
      if handles(ahead[i]) then
        at = tonumber(ahead[i + 1])
        break
      end
    end
    if at and (soonest == 0 or at < soonest) then
      soonest = at
    elseif not at and #ahead == 100 and (look == 0 or tonumber(ahead[100]) < look) then
      look = tonumber(ahead[100])
    end
  end
  local held = tonumber(first[2]) or 0
  return {0, now, soonest, held, pendingRank, retryRank, (pendingRank > 0 or retryRank > 0) and 1 or 0, look}
end

local reply = {}
for k = 1, #startable do
  local i = startable[k]
  local id, token, attempt = ids[i], sharedToken, 1
  if fromRetry[i] then
    local attempts, fence = triesOf(tries[fromRetry[i]])
    attempt = attempts + 1
    token = string.format('%d', tonumber(fence) + 1) .. '-' .. nonce .. '-' .. nowText
  end
  leasedArguments[2 * k - 1], leasedArguments[2 * k] = expiry, id
  leasesArguments[2 * k - 1], leasesArguments[2 * k] = id, token
  reply[4 * k - 3], reply[4 * k - 2], reply[4 * k - 1], reply[4 * k] = id, dues[i], token, attempt
  local class = classOf(now - dues[i])
  lateness[class] = (lateness[class] or 0) + 1
end
if #startable > 0 then
  local written = try('HSET', KEYS[4], unpack(leasesArguments))
  if type(written) == 'table' then
    return damaged('leases')
  end
  lease()
end
if #late > 0 then
  local failedArguments, historyArguments, types = {}, {}, {}
  for k = 1, #late do
    local id = pastIds[k]
    local attempts = fromRetry[late[k]] and (triesOf(tries[fromRetry[late[k]]])) or 0
    local line = attempts .. ' ' .. nowText .. ' ' .. nowText .. ' - expired expired before it started'
    failedArguments[2 * k - 1], failedArguments[2 * k] = nowText, id
    historyArguments[2 * k - 1], historyArguments[2 * k] = id, withLine(pastHistory[k], line)
    types[typeOf(id)] = (types[typeOf(id)] or 0) + 1
  end
  call('HSET', KEYS[11], unpack(historyArguments))
  call('ZADD', KEYS[10], unpack(failedArguments))
  call('ZREM', KEYS[9], unpack(pastIds))
  for name, tasks in pairs(types) do
    count('failed:' .. name, tasks)
  end
end
if #takenPending > 0 then
  if pendingFront then
    call('ZREMRANGEBYRANK', KEYS[1], 0, #takenPending - 1)
  else
    call('ZREM', KEYS[1], unpack(takenPending))
  end
end
if #takenRetry > 0 then
  if retryFront then
    call('ZREMRANGEBYRANK', KEYS[2], 0, #takenRetry - 1)
  else
    call('ZREM', KEYS[2], unpack(takenRetry))
  end
end
for class, tasks in pairs(lateness) do
  count('l' .. class, tasks)
end
if #startable == 0 then
  return {0, now, 0, tonumber(first[2]) or 0, pendingRank, retryRank, 1}
end
rememberLeases(expiry, reply, 4)
return {1, now, tonumber(expiry), nearest, pendingRank, retryRank, '', reply}
