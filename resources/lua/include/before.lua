-- An entry of `before`: `operation state score attempts fence expiries due after`: where the operator action found the task, its
-- tries then (`- - - -`: there were none), and the set it left it in, at home with the score there. nil for one that is not ours.
local function beforeOf(entry)
  local operation, state, score, tries, after, left
    = string.match(entry, '^(%S+) (%a+) (%S+) (%S+ %S+ %S+ %S+) (%a+) ?(%S*)$')
  if not operation then
    return nil
  end
  local had = tries ~= '- - - -'
  return {operation = operation, state = state, score = score, tries = had and tries, after = after, left = tonumber(left),
    fence = had and string.match(tries, '^%S+ (%S+)') or '0'}
end

-- The leases ever given, by an entry of tries.
local function fenceOf(entry)
  local _, fence = triesOf(entry)
  return fence
end

-- The tries as `before` holds them.
local function triesText(entry)
  if not entry then
    return '- - - -'
  end
  if string.find(entry, '^%d+ %d+ %d+ %d+$') then
    return entry
  end
  local attempts, fence, expiries, due = triesOf(entry)
  return attempts .. ' ' .. fence .. ' ' .. expiries .. ' ' .. due
end
