-- The parts of a lease token `<fence>-<session>.<sequence>-<leasedAt>`; nil for one that is not ours.
local function partsOf(token)
  return string.match(token, '^(%d+)%-(.*)%.%d+%-(%d+)$')
end

-- The parts of an entry of `tries`: attempts, fence, expiries, original due; zeros when there is none.
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
