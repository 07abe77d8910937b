#!lua flags=allow-oom
-- Ends leases whose attempts have failed, and moves each task to retry or failed.
-- KEYS 1: leased; 2: leases; 3: retry; 4: failed; 5: tries; 6: history; 7: memo; 8: statistics prefix; 9: tasks;
--      10: meta; 11: expiring; 12: cancel
-- ARGV 1: nonce; 2: outcomes to publish, '' for none; 3: their channel; 4: wake channel; then for each task: id, token,
--      delay ms (-1 = it fails), original due ms (0 = not known), `outcome error…`
-- Reply: one character per id: 1 = accepted; 3 = accepted although its lease had expired; s = stale; u = unknown
--- @include "begin"
local memoKey, nonce, statisticsPrefix, metaKey = KEYS[7], ARGV[1], KEYS[8], KEYS[10]
--- @include "memo"
--- @include "statistics"
--- @include "tokens"
--- @include "types"
--- @include "history"
--- @include "leases"
--- @include "putback"
if answer then
  return answer
end
--- @include "version"
local ids = {}
for i = 5, #ARGV, 5 do
  ids[#ids + 1] = ARGV[i]
end
local refusal, held, tries, expiries = readLeases(ids, KEYS[5])
if refusal then
  return refusal
end
local histories = try('HMGET', KEYS[6], unpack(ids))
if histories.err then
  return damaged('history')
end
local head = try('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
if head.err then
  return damaged('retry')
end
if type(try('ZCARD', KEYS[4])) == 'table' then
  return damaged('failed')
end

local codes, accepted, seen = {}, {}, {}
local retryArguments, failedArguments, triesArguments, historyArguments = {}, {}, {}, {}
local failedIds, soonest = {}, nil
for k = 1, #ids do
  local id, argument = ids[k], 5 * k
  local token, delay, due, note = ARGV[argument + 1], ARGV[argument + 2], ARGV[argument + 3], ARGV[argument + 4]
  if held[k] == token then
    codes[k] = expiries[k] and tonumber(expiries[k]) < now and '3' or '1'
    if not seen[id] then
      seen[id] = true
      local at = #accepted
      local attempts, oldFence, expired, firstDue = triesOf(tries[k])
      local fence, worker, leasedAt = partsOf(token)
      attempts = attempts + 1
      accepted[at + 1] = id
      historyArguments[2 * at + 1] = id
      historyArguments[2 * at + 2] = withLine(histories[k],
        attempts .. ' ' .. (leasedAt or nowText) .. ' ' .. nowText .. ' ' .. (worker or '-') .. ' ' .. note)
      triesArguments[2 * at + 1] = id
      triesArguments[2 * at + 2] = attempts .. ' ' .. (fence or oldFence) .. ' ' .. expired .. ' '
        .. (firstDue ~= '0' and firstDue or due)
      if delay == '-1' then
        failedArguments[#failedArguments + 1] = nowText
        failedArguments[#failedArguments + 1] = id
        failedIds[#failedIds + 1] = id
      else
        local again = now + tonumber(delay)
        retryArguments[#retryArguments + 1] = string.format('%d', again)
        retryArguments[#retryArguments + 1] = id
        if not soonest or again < soonest then
          soonest = again
        end
      end
    end
  else
    codes[k] = try('HEXISTS', KEYS[9], id) == 1 and 's' or 'u'
  end
end

if #accepted > 0 then
  putBack(accepted, retryArguments, failedArguments, failedIds, triesArguments, historyArguments, KEYS[11], KEYS[12],
    metaKey)
  if #retryArguments > 0 then
    count('retried', #retryArguments / 2)
    local headDue = tonumber(head[2])
    if not headDue or soonest < headDue or headDue <= now then
      call('PUBLISH', ARGV[4], string.format('%d', soonest))
    end
  end
  if ARGV[2] ~= '' then
    call('PUBLISH', ARGV[3], ARGV[2])
  end
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
