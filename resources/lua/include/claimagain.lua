-- A repeated claim: its leases are those with its expiry and nonce that still stand. Uses answer and nearest, the first expiry.
-- KEYS 3 leased 4 leases 5 tries
if answer then
  local space = string.find(answer, ' ', 1, true)
  local expires = space and string.sub(answer, 1, space - 1) or answer
  local sorted = space and string.sub(answer, space + 1, space + 1) == '1'
  local dues = space and cmsgpack.unpack(string.sub(answer, space + 2)) or {}
  local held = call('ZRANGEBYSCORE', KEYS[3], expires, expires, 'LIMIT', 0, 2000)
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
  local known = #again == 4 * #dues
  for i = 5, sorted and #again or 0, 4 do
    known = known and again[i - 4] < again[i]
  end
  -- Else an operator took one meanwhile, or the server's locale has another order: which due is whose is not known then.
  if known then
    for i = 1, #dues do
      again[4 * i - 2] = dues[i]
    end
  end
  return {1, now, tonumber(expires), nearest, 0, 0, '', again}
end

-- Remembers when the leases end, by which they are found again, and when their tasks were due, which no set tells any more: in the
-- order in which they are found, so that no id of a task stays here once it is deleted. Ids and dues stand beside each other in
-- `list`, every `width` elements; most of the time these are in that order already, as any locale sees it.
local function rememberLeases(expires, list, width)
  local dues, sorted = {list[2]}, true
  local at, last = 1, list[1]
  for i = 1 + width, #list, width do
    local id = list[i]
    if not (last < id) then
      sorted = false
      break
    end
    at, last = at + 1, id
    dues[at] = list[i + 1]
  end
  if not sorted then
    local dueOf = {}
    dues = {}
    for i = 1, #list, width do
      dueOf[list[i]] = list[i + 1]
    end
    local held = call('ZRANGEBYSCORE', KEYS[3], expires, expires, 'LIMIT', 0, 2000)
    for i = 1, #held do
      dues[#dues + 1] = dueOf[held[i]]
    end
  end
  remember(expires .. (sorted and ' 1' or ' 0') .. cmsgpack.pack(dues))
end
