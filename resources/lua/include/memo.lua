-- Reads the latest recorded call from the memo. If its nonce equals this call's, this call is a repeat, and `answer` is
-- set to the recorded reply. Refuses a call that arrives after a later call of its kind. Uses memoKey and nonce,
-- `<session>.<sequence>`.
local answer
local memo = try('GET', memoKey)
if type(memo) == 'table' then
  return redis.acl_check_cmd('GET', memoKey) and damaged('memo') or redis.error_reply('NOPERM GET ' .. memoKey)
end
if memo then
  local space = string.find(memo, ' ', 1, true) or #memo + 1
  local last = string.sub(memo, 1, space - 1)
  if last == nonce then
    answer = string.sub(memo, space + 1)
  else
    local lastSequence = tonumber(string.match(last, '%.(%d+)$'))
    local sequence = tonumber(string.match(nonce, '%.(%d+)$'))
    if lastSequence and sequence and sequence < lastSequence then
      return redis.error_reply('OLD call')
    end
  end
end

-- Stores the reply for ten minutes, replacing the previous reply.
local function remember(text)
  call('SET', memoKey, nonce .. ' ' .. text, 'PX', 600000)
end
