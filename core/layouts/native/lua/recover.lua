#!lua flags=allow-oom
-- Recovers tasks whose lease has expired, or ends too late because the clock was set back.
-- KEYS 1: leased; 2: leases; 3: retry; 4: failed; 5: tries; 6: history; 7: statistics prefix; 8: meta; 9: events; 10:
--      expiring; 11: cancel
-- ARGV 1: limit; 2: maximum expiries unless meta sets it; 3: longest lease ms; 4: wake channel; 5: lease ms unless meta
--      sets it
-- Reply: {retried, failed, nearest expiry of the leased tasks or 0, 1 = there may be more leases from before a backward
--   clock step}
--- @include "begin"
local statisticsPrefix, limit = KEYS[7], tonumber(ARGV[1])
--- @include "statistics"
--- @include "tokens"
--- @include "types"
--- @include "history"
--- @include "putback"
local meta = try('HMGET', KEYS[8], 'version', 'max_expiries', 'lease')
if meta.err then
  return damaged('meta')
end
if meta[1] and meta[1] ~= '1' then
  return newer(meta[1])
end
local mostExpiries = tonumber(meta[2]) or tonumber(ARGV[2])

local ids = try('ZRANGEBYSCORE', KEYS[1], '-inf', nowText, 'LIMIT', 0, limit)
if ids.err then
  return damaged('leased')
end
if #ids < limit then
  local beyond = '(' .. string.format('%d', now + tonumber(ARGV[3]) + 60000)
  local stuck = call('ZRANGEBYSCORE', KEYS[1], beyond, '+inf', 'LIMIT', 0, limit - #ids)
  for i = 1, #stuck do
    ids[#ids + 1] = stuck[i]
  end
end
local function nearest()
  return tonumber(call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]) or 0
end
if #ids == 0 then
  -- After a backward clock step, existing leases end too late. Their start is later than now. A lease that also ends
  -- before its start has been extended since the step. Give the lease its original length, or the queue's lease time if
  -- that is shorter. The task's worker will extend it in time.
  local usual = tonumber(meta[3]) or tonumber(ARGV[5])
  local far = '(' .. string.format('%d', now + usual)
  local many = call('ZCOUNT', KEYS[1], far, '+inf')
  if many == 0 then
    return {0, 0, nearest(), 0}
  end
  -- Start at a varying position, so that valid long leases don't hide the others.
  local from = time[2] % math.ceil(many / limit) * limit
  local long = call('ZRANGEBYSCORE', KEYS[1], far, '+inf', 'WITHSCORES', 'LIMIT', from, limit)
  local longIds, ends = {}, {}
  for i = 1, #long, 2 do
    longIds[#longIds + 1] = long[i]
  end
  local tokens = try('HMGET', KEYS[2], unpack(longIds))
  if tokens.err then
    return damaged('leases')
  end
  for k = 1, #longIds do
    local _, _, leasedAt = partsOf(tokens[k] or '')
    local given, expiry = tonumber(leasedAt), tonumber(long[2 * k])
    if given and given > now and expiry > given then
      ends[#ends + 1] = string.format('%d', now + math.min(expiry - given, usual))
      ends[#ends + 1] = longIds[k]
    end
  end
  if #ends > 0 then
    call('ZADD', KEYS[1], 'XX', unpack(ends))
  end
  return {0, 0, nearest(), #ends > 0 and many > limit and 1 or 0}
end

local held = try('HMGET', KEYS[2], unpack(ids))
if held.err then
  return damaged('leases')
end
local tries = try('HMGET', KEYS[5], unpack(ids))
if tries.err then
  return damaged('tries')
end
local histories = try('HMGET', KEYS[6], unpack(ids))
if histories.err then
  return damaged('history')
end
if type(try('ZCARD', KEYS[3])) == 'table' then
  return damaged('retry')
end
if type(try('ZCARD', KEYS[4])) == 'table' then
  return damaged('failed')
end

local retryArguments, failedArguments, triesArguments, historyArguments = {}, {}, {}, {}
local failedIds = {}
for k = 1, #ids do
  local id = ids[k]
  local attempts, oldFence, expiries, due = triesOf(tries[k])
  local fence, worker, leasedAt = partsOf(held[k] or '')
  fence = fence or string.format('%d', tonumber(oldFence) + 1)
  attempts, expiries = attempts + 1, expiries + 1
  local fails = expiries >= mostExpiries
  local note = fails and 'lease expired ' .. expiries .. (expiries == 1 and ' time' or ' times') or 'lease expired'
  historyArguments[2 * k - 1] = id
  historyArguments[2 * k] = withLine(histories[k],
    attempts .. ' ' .. (leasedAt or nowText) .. ' ' .. nowText .. ' ' .. (worker or '-') .. ' expired ' .. note)
  triesArguments[2 * k - 1] = id
  triesArguments[2 * k] = attempts .. ' ' .. fence .. ' ' .. expiries .. ' ' .. due
  local entries = fails and failedArguments or retryArguments
  entries[#entries + 1] = nowText
  entries[#entries + 1] = id
  if fails then
    failedIds[#failedIds + 1] = id
  end
end
putBack(ids, retryArguments, failedArguments, failedIds, triesArguments, historyArguments, KEYS[10], KEYS[11], KEYS[8])
count('expired', #ids)
try('XADD', KEYS[9], 'MAXLEN', '~', 10000, '*', 'kind', 'recover', 'retried', #retryArguments / 2, 'failed', #failedIds)
if #retryArguments > 0 then
  call('PUBLISH', ARGV[4], nowText)
end
return {#retryArguments / 2, #failedIds, nearest(), 0}
