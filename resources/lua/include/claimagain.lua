-- A repeated claim: its leases are those with its expiry and nonce that still stand. Uses answer and nearest, the first expiry.
-- KEYS 3 leased 4 leases 5 tries
if answer then
  local held = call('ZRANGEBYSCORE', KEYS[3], answer, answer, 'LIMIT', 0, 2000)
  local again = {}
  if #held > 0 then
    local tokens = try('HMGET', KEYS[4], unpack(held))
    local tries = try('HMGET', KEYS[5], unpack(held))
    if tokens.err or tries.err then
      return damaged(tokens.err and 'leases' or 'tries')
    end
    for i = 1, #held do
      if tokens[i] and string.find(tokens[i], '-' .. nonce .. '-', 1, true) then
        local at = #again
        again[at + 1], again[at + 2], again[at + 3], again[at + 4] = held[i], 0, tokens[i], (triesOf(tries[i])) + 1
      end
    end
  end
  if #again == 0 then
    return {0, now, 0, nearest, 0, 0, 1}
  end
  return {1, now, tonumber(answer), nearest, 0, 0, '', again}
end
