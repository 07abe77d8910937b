-- Returns the parts of a lease token `<fence>-<session>.<sequence>-<leasedAt>`, or nil if it is invalid.
local function partsOf(token)
  return string.match(token, '^(%d+)%-(.*)%.%d+%-(%d+)$')
end

-- Returns the parts of an entry in `tries`: attempts, fence, expiries, original due time. All are zero if there is no
-- entry.
local function triesOf(entry)
  if not entry then
    return 0, '0', 0, '0'
  end
  local attempts, fence, expiries, due = string.match(entry, '^(%d+) (%d+) (%d+) ?(%d*)')
  if not attempts then
    return 0, '0', 0, '0'
  end
  return tonumber(attempts), fence, tonumber(expiries), due ~= '' and due or '0'
end
