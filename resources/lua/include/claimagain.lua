-- Replies to a repeated claim: returns the first call's leases that still exist, found by its
-- expiry and nonce. Uses answer and nearest, the first expiry.
-- KEYS 3: leased; 4: leases; 5: tries
if answer then
  local space = string.find(answer, ' ', 1, true)
  local expires = space and string.sub(answer, 1, space - 1) or answer
  local form = space and string.sub(answer, space + 1, space + 1)
  local sorted = form == '1'
  local dues = space and cmsgpack.unpack(string.sub(answer, space + 2)) or {}
  if form == '2' then -- all tasks have the same due time: store that time and the number of tasks
    local due, tasks = dues[1], dues[2]
    for i = 1, tasks do
      dues[i] = due
    end
  end
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
  -- If `known` is false, an operator has since revoked one of the leases, or the server's locale sorts ids differently,
  -- so the due times can't be matched to ids.
  if known then
    for i = 1, #dues do
      again[4 * i - 2] = dues[i]
    end
  end
  return {1, now, tonumber(expires), nearest, 0, 0, '', again}
end

-- Stores the leases' expiry, so that they can be found again, and their tasks' due times, which are no longer in any
-- set. Stores only due times, in the order in which the leases are found: ids would be kept longer than their tasks.
-- Ids and due times are adjacent in `list`, every `width` elements. If all due times are equal, only their number is
-- stored. Usually the ids are already in an order that is the same in every locale, or consist of two parts that are.
local function rememberLeases(expires, list, width)
  local size, first = #list, list[2]
  local alike = list[size - width + 2] == first
  for i = 2 + width, alike and size or 0, width do
    alike = alike and list[i] == first
  end
  if alike then
    remember(expires .. ' 2' .. cmsgpack.pack({first, size / width}))
    return
  end
  local split, parts, last = size + 1, 1, list[1]
  for i = 1 + width, size, width do
    local id = list[i]
    if not (last < id) then
      split, parts = i, parts + 1
      if parts > 2 then
        break
      end
    end
    last = id
  end
  local dues, at = {}, 0
  if parts > 2 then
    local dueOf = {}
    for i = 1, size, width do
      dueOf[list[i]] = list[i + 1]
    end
    local held = call('ZRANGEBYSCORE', KEYS[3], expires, expires, 'LIMIT', 0, 2000)
    for i = 1, #held do
      dues[#dues + 1] = dueOf[held[i]]
    end
  else
    local one, two = 1, split
    while one < split do
      local id = list[one]
      while two <= size and list[two] < id do
        at, two = at + 1, two + width
        dues[at] = list[two - width + 1]
      end
      at = at + 1
      dues[at] = list[one + 1]
      one = one + width
    end
    for i = two, size, width do
      at = at + 1
      dues[at] = list[i + 1]
    end
  end
  remember(expires .. (parts > 2 and ' 0' or ' 1') .. cmsgpack.pack(dues))
end
