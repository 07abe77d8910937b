-- Reads the token, tries and lease expiry of each id, for nack and release. Returns the error reply or nil, then the
-- three lists.
-- KEYS 1: leased; 2: leases
local function readLeases(ids, triesKey)
  local held = try('HMGET', KEYS[2], unpack(ids))
  if held.err then
    return damaged('leases')
  end
  local tries = try('HMGET', triesKey, unpack(ids))
  if tries.err then
    return damaged('tries')
  end
  local expiries = try('ZMSCORE', KEYS[1], unpack(ids))
  if expiries.err then
    return damaged('leased')
  end
  return nil, held, tries, expiries
end
