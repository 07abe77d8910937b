-- An entry of `before`: `operation state score tries after`: where the operator action found the task, its tries then, and the set it
-- left it in, at home with the score there. Sets are their first letters; tries are `attempts fence expiries due`, the due `=` when
-- it is known and still that of the entry in tries, or `-` when there were none. Whole words and `- - - -` are read, too.
local roleNames = {p = 'pending', r = 'retry', l = 'leased', f = 'failed', d = 'done', t = 'trash', h = 'home'}
local roleLetters = {pending = 'p', retry = 'r', leased = 'l', failed = 'f', done = 'd', trash = 't', home = 'h'}

local entryWords = '^(%a)%a* (%S+) ([-=%d ]+) (%a)%a* ?(%S*)$' -- behind the operation

-- nil for an entry that is not ours.
local function beforeOf(entry)
  local operation = string.match(entry, '^(%S+) ')
  local state, score, tries, after, left = string.match(entry, entryWords, operation and #operation + 2 or 1)
  if not operation or not state then
    return nil
  end
  local had = string.byte(tries) ~= 45 -- a dash
  return {operation = operation, state = roleNames[state], score = score, tries = had and tries, after = roleNames[after],
    left = tonumber(left), fence = had and string.match(tries, '^%S+ (%S+)') or '0'}
end

-- The leases ever given, by an entry of tries.
local function fenceOf(entry)
  local _, fence = triesOf(entry)
  return fence
end

-- The tries as `before` holds them; `stays`: their due will still be in tries.
local function triesText(entry, stays)
  if not entry then
    return '-'
  end
  local counts, due = string.match(entry, '^(%d+ %d+ %d+) ?(%d*)')
  if not counts then
    return '0 0 0 0'
  end
  due = due ~= '' and due or '0'
  return counts .. ' ' .. (stays and due ~= '0' and '=' or due)
end

-- Where the operator action found a task and where it left it, as an entry.
local function entryOf(operation, state, score, tries, after)
  local stays = state ~= 'home' and after ~= 'home'
  return operation .. ' ' .. roleLetters[state] .. ' ' .. score .. ' ' .. triesText(tries, stays) .. ' '
    .. roleLetters[after]
end
