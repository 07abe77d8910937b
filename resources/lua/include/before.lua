-- An entry of `before`: where the operator action found the task, its tries then, and the set it left it in. Mostly `operation
-- SAsssssss[afe[=]]`: both sets by their first letter as capitals, the score and attempts, fence and expiries in digits of 64, those
-- of ids; `=` where the due of the tries is known and still that of the entry in tries; nothing where there were no tries. 27 or 30
-- bytes so, and Redis gives away 32. What does not fit is `operation state score tries after`, at home with the score there: small
-- letters, decimal numbers, tries `attempts fence expiries due`, the due `=` as above, or `-` for none. Whole words and `- - - -`
-- are read, too.
local roleNames = {p = 'pending', r = 'retry', l = 'leased', f = 'failed', d = 'done', t = 'trash', h = 'home',
  P = 'pending', R = 'retry', L = 'leased', F = 'failed', D = 'done', T = 'trash'}
local roleLetters = {pending = 'p', retry = 'r', leased = 'l', failed = 'f', done = 'd', trash = 't', home = 'h'}
local roleCapitals = {pending = 'P', retry = 'R', leased = 'L', failed = 'F', done = 'D', trash = 'T'}
local digits = {[0] = '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K',
  'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', '_', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j',
  'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z'}
local scoreLimit, lowPart = 4398046511104, 262144 -- 64 to the power of 7 and of 3

local valueOf = {} -- by the digit's byte
for value = 0, 63 do
  valueOf[string.byte(digits[value])] = value
end

-- Neighbours share the upper digits, and entries of one action what stands before them.
local headStart, headLimit = 0, 0
local headOperation, headState, headAfter, headText
local highSeen, highValue

-- An entry up to the upper four digits of its score, a whole number from 0 to below scoreLimit.
local function makeHead(operation, state, after, number)
  headStart = number - number % lowPart
  headLimit = headStart + lowPart
  headOperation, headState, headAfter, headText = operation, state, after, ''
  local high = headStart / lowPart
  for _ = 1, 4 do
    headText, high = digits[high % 64] .. headText, math.floor(high / 64)
  end
  headText = operation .. ' ' .. roleCapitals[state] .. roleCapitals[after] .. headText
end

-- An entry in digits: `counts` behind the score.
local function shortEntry(operation, state, after, number, counts)
  if number < headStart or number >= headLimit or after ~= headAfter or state ~= headState or operation ~= headOperation then
    makeHead(operation, state, after, number)
  end
  local low = number - headStart
  local third = low % 64
  local upper = (low - third) / 64
  local second = upper % 64
  return headText .. digits[(upper - second) / 64] .. digits[second] .. digits[third] .. counts
end

-- The number of the seven digits at `from`; nil where others stand there.
local function scoreAt(entry, from)
  local upper = string.sub(entry, from, from + 3)
  if upper ~= highSeen then
    local value = 0
    for i = 1, 4 do
      value = value and valueOf[string.byte(upper, i)] and value * 64 + valueOf[string.byte(upper, i)]
    end
    highSeen, highValue = upper, value
  end
  local first, second, third = string.byte(entry, from + 4, from + 6)
  first, second, third = valueOf[first], valueOf[second], valueOf[third]
  return highValue and first and second and third and highValue * lowPart + first * 4096 + second * 64 + third
end

local capitalNames = {} -- by the letter's byte
for name, letter in pairs(roleCapitals) do
  capitalNames[string.byte(letter)] = name
end

local countsRead = {} -- three digits → what they say, false where they are none

-- `attempts fence expiries ` of three digits.
local function countsOf(three)
  local read = countsRead[three]
  if read == nil then
    local attempts, fence, expiries = string.byte(three, 1, 3)
    attempts, fence, expiries = valueOf[attempts], valueOf[fence], valueOf[expiries]
    read = attempts and fence and expiries and string.format('%d %d %d ', attempts, fence, expiries) or false
    countsRead[three] = read
  end
  return read
end

-- The parts of an entry behind the operation, which ends before `from`: state, score, tries (`-`: none), after, score at home; nil for
-- an entry that is not ours.
local function wordsOf(entry, from)
  local state, after = string.byte(entry, from, from + 1)
  state, after = capitalNames[state], capitalNames[after]
  if not state then
    local score, tries, left
    state, score, tries, after, left = string.match(entry, '^(%l)%l* (%S+) ([-=%d ]+) (%l)%l* ?(%S*)$', from)
    return roleNames[state], score, tries, roleNames[after], tonumber(left)
  end
  -- Most are in digits, and read without a pattern.
  local behind = #entry - from - 8
  local counts = behind == 0 and '' or (behind == 3 or behind == 4 and string.byte(entry, -1) == 61)
    and countsOf(string.sub(entry, from + 9, from + 11))
  local score = after and counts and scoreAt(entry, from + 2)
  if not score then
    return nil
  end
  return state, score, behind == 0 and '-' or counts .. (behind == 4 and '=' or '0'), after
end

local fencesMet = {} -- tries as an entry has them → fence

-- The fence that the tries of an entry tell; they are not `-`.
local function fenceIn(had)
  local fence = fencesMet[had]
  if not fence then
    fence = string.match(had, '^%S+ (%S+)') or '0'
    fencesMet[had] = fence
  end
  return fence
end

-- nil for an entry that is not ours.
local function beforeOf(entry)
  local operation = string.match(entry, '^(%S+) ')
  local state, score, tries, after, left = wordsOf(entry, operation and #operation + 2 or 1)
  if not operation or not state then
    return nil
  end
  local had = string.byte(tries) ~= 45 -- a dash
  return {operation = operation, state = state, score = score, tries = had and tries, after = after, left = left,
    fence = had and fenceIn(tries) or '0'}
end

local triesMet = {} -- counts → what they say: neighbours have mostly been tried as often
local triesSplit, countsSplit, dueSplit -- the last one: an action asks twice

-- What an entry of tries says, as triesOf, for many in one call: {attempts, fence, text, digits} of the counts, digits false where they
-- are too large; and the original due. Zeros where there is no such entry.
local function splitTries(entry)
  if entry == triesSplit and countsSplit then
    return countsSplit, dueSplit
  end
  local text, due
  if entry then
    text, due = string.match(entry, '^(%d+ %d+ %d+) ?(%d*)')
  end
  text = text or '0 0 0'
  local counts = triesMet[text]
  if not counts then
    local attempts, fence, expiries = triesOf(text)
    local first, second, third = digits[attempts], digits[tonumber(fence)], digits[expiries]
    counts = {attempts = attempts, fence = fence, text = text, digits = first and second and third and first .. second .. third or false}
    triesMet[text] = counts
  end
  triesSplit, countsSplit, dueSplit = entry, counts, due and due ~= '' and due or '0'
  return counts, dueSplit
end

-- Where the operator action found a task and where it left it, as an entry.
local function entryOf(operation, state, score, tries, after)
  local stays = state ~= 'home' and after ~= 'home' -- the tries' due will still be in tries
  local counts, due
  if tries then
    counts, due = splitTries(tries)
    due = stays and due ~= '0' and '=' or due
  end
  local number = stays and tonumber(score)
  if number and number >= 0 and number < scoreLimit and number % 1 == 0 then
    if not tries then
      return shortEntry(operation, state, after, number, '')
    elseif counts.digits then -- where it stays, the due is `=` or 0
      return shortEntry(operation, state, after, number, due == '=' and counts.digits .. '=' or counts.digits)
    end
  end
  return operation .. ' ' .. roleLetters[state] .. ' ' .. score .. ' ' .. (tries and counts.text .. ' ' .. due or '-') .. ' '
    .. roleLetters[after]
end
