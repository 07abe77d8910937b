#!lua flags=allow-oom
-- Ends leases without counting their attempts. The tasks are due again immediately, at their previous positions if
-- their due times are known.
-- KEYS 1: leased; 2: leases; 3: retry; 4: tries; 5: memo; 6: tasks; 7: meta; 8: cancel
-- ARGV 1: nonce; 2: wake channel; then for each task: id, token, due ms (0 = unknown)
-- Reply: one character per id: 1 = accepted; 3 = accepted although its lease had expired; s = stale; u = unknown
--- @include "begin"
local memoKey, nonce, metaKey = KEYS[5], ARGV[1], KEYS[7]
--- @include "memo"
--- @include "tokens"
--- @include "leases"
if answer then
  return answer
end
--- @include "version"
local ids = {}
for i = 3, #ARGV, 3 do
  ids[#ids + 1] = ARGV[i]
end
local refusal, held, tries, expiries = readLeases(ids, KEYS[4])
if refusal then
  return refusal
end
if type(try('ZCARD', KEYS[3])) == 'table' then
  return damaged('retry')
end

local codes, accepted, seen, retryArguments, triesArguments = {}, {}, {}, {}, {}
for k = 1, #ids do
  local id, token, due = ids[k], ARGV[3 * k + 1], ARGV[3 * k + 2]
  if held[k] == token then
    codes[k] = expiries[k] and tonumber(expiries[k]) < now and '3' or '1'
    if not seen[id] then
      seen[id] = true
      local at = #accepted
      local attempts, oldFence, expired, firstDue = triesOf(tries[k])
      accepted[at + 1] = id
      triesArguments[2 * at + 1] = id
      triesArguments[2 * at + 2] = attempts .. ' ' .. (partsOf(token) or oldFence) .. ' ' .. expired .. ' '
        .. (firstDue ~= '0' and firstDue or due)
      retryArguments[2 * at + 1] = due ~= '0' and tonumber(due) <= now and due or nowText
      retryArguments[2 * at + 2] = id
    end
  else
    codes[k] = try('HEXISTS', KEYS[6], id) == 1 and 's' or 'u'
  end
end
if #accepted > 0 then
  call('HSET', KEYS[4], unpack(triesArguments))
  call('ZADD', KEYS[3], unpack(retryArguments))
  call('ZREM', KEYS[1], unpack(accepted))
  call('HDEL', KEYS[2], unpack(accepted))
  if try('EXISTS', KEYS[8]) == 1 then
    try('HDEL', KEYS[8], unpack(accepted))
  end
  call('PUBLISH', ARGV[2], nowText)
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
