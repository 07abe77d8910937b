-- An entry of `before` stores the set and score where an operator action found a task, the task's
-- tries at that time, and the set where the action left it. The usual form is `operation
-- SAsssssss[afe[=]]`. S and A are the first letters of the two sets, in capitals. The score (s) and
-- the attempts, fence and expiries (afe) are base-64 digits in the alphabet of generated ids. `=`
-- means that the due time of the tries is known and still equals that of the entry in tries.
-- Without tries, the part from afe on is missing. An entry has 27 or 30 bytes, for which Redis
-- allocates
-- 32. An entry that does not fit this form is stored as `operation state score tries after`, with
-- small letters for the sets, and decimal numbers. `tries` is `attempts fence expiries due`, where
-- due may be `=` as above, or `-` if there were no tries. If one of the sets is the home set of a
-- custom design, the task's score there follows. For compatibility, complete set names are also
-- read, and `- - - -` for no tries.
local roleNames = {p = 'pending', r = 'retry', l = 'leased', f = 'failed', d = 'done', t = 'trash', h = 'home',
  P = 'pending', R = 'retry', L = 'leased', F = 'failed', D = 'done', T = 'trash'}
local roleLetters = {pending = 'p', retry = 'r', leased = 'l', failed = 'f', done = 'd', trash = 't', home = 'h'}
local roleCapitals = {pending = 'P', retry = 'R', leased = 'L', failed = 'F', done = 'D', trash = 'T'}
local digits = {[0] = '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K',
  'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', '_', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j',
  'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z'}
local scoreLimit, lowPart = 4398046511104, 262144 -- 64^7 and 64^3

-- Values of the base-64 digits, by byte. Written out, because building the table would cost time in every script call.
local valueOf = {
  [45] = 0, [48] = 1, [49] = 2, [50] = 3, [51] = 4, [52] = 5, [53] = 6, [54] = 7, [55] = 8, [56] = 9, [57] = 10, [65] = 11,
  [66] = 12, [67] = 13, [68] = 14, [69] = 15, [70] = 16, [71] = 17, [72] = 18, [73] = 19, [74] = 20, [75] = 21, [76] = 22,
  [77] = 23, [78] = 24, [79] = 25, [80] = 26, [81] = 27, [82] = 28, [83] = 29, [84] = 30, [85] = 31, [86] = 32, [87] = 33,
  [88] = 34, [89] = 35, [90] = 36, [95] = 37, [97] = 38, [98] = 39, [99] = 40, [100] = 41, [101] = 42, [102] = 43, [103] = 44,
  [104] = 45, [105] = 46, [106] = 47, [107] = 48, [108] = 49, [109] = 50, [110] = 51, [111] = 52, [112] = 53, [113] = 54,
  [114] = 55, [115] = 56, [116] = 57, [117] = 58, [118] = 59, [119] = 60, [120] = 61, [121] = 62, [122] = 63}

-- Cached beginning of an entry. An action's tasks usually have neighboring scores with the same upper digits, so their
-- entries begin alike.
local headStart, headLimit = 0, 0
local headOperation, headState, headAfter, headText
local firstSeen, secondSeen, thirdSeen, fourthSeen, highValue

-- Builds an entry up to the upper four digits of its score. `number`: the score, an integer of at least 0 and below
-- scoreLimit.
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

-- Returns the number encoded by seven digits, given as bytes, or nil if one of them is not a digit.
local function numberOf(a, b, c, d, e, f, g)
  if d ~= fourthSeen or c ~= thirdSeen or b ~= secondSeen or a ~= firstSeen then
    firstSeen, secondSeen, thirdSeen, fourthSeen = a, b, c, d
    a, b, c, d = valueOf[a], valueOf[b], valueOf[c], valueOf[d]
    highValue = a and b and c and d and ((a * 64 + b) * 64 + c) * 64 + d
  end
  e, f, g = valueOf[e], valueOf[f], valueOf[g]
  return highValue and e and f and g and highValue * lowPart + e * 4096 + f * 64 + g
end

-- Roles by the ASCII code of their capital letter.
local capitalNames = {[80] = 'pending', [82] = 'retry', [76] = 'leased', [70] = 'failed', [68] = 'done', [84] = 'trash'}

-- cache of decoded tries, by their three digits as one number: with due time 0, and with `=`; false if invalid
local countsRead = {}

-- Returns `attempts fence expiries 0` for three digits, given as bytes, and the same text with `=`.
local function triesIn(first, second, third)
  local key = first * 65536 + second * 256 + third
  local read = countsRead[key]
  if read == nil then
    local attempts, fence, expiries = valueOf[first], valueOf[second], valueOf[third]
    local text = attempts and fence and expiries and string.format('%d %d %d ', attempts, fence, expiries)
    read = text and {text .. '0', text .. '='}
    countsRead[key] = read
  end
  return read
end

-- Returns the parts of an entry after its operation, which ends before `from`: state, score, tries (`-`: none), after,
-- and the score at home; nil if the entry is invalid.
local function wordsOf(entry, from)
  -- The usual form is parsed directly.
  local state, after, a, b, c, d, e, f, g, first, second, third, sign, more = string.byte(entry, from, from + 13)
  state, after = capitalNames[state], capitalNames[after]
  if not state then
    local score, tries, left
    state, score, tries, after, left = string.match(entry, '^(%l)%l* (%S+) ([-=%d ]+) (%l)%l* ?(%S*)$', from)
    return roleNames[state], score, tries, roleNames[after], tonumber(left)
  end
  local score = after and g and numberOf(a, b, c, d, e, f, g)
  if not score then
    return nil
  elseif not first then
    return state, score, '-', after
  end
  -- 61 is the ASCII code of `=`
  local tries = third and (not sign or sign == 61 and not more) and triesIn(first, second, third)
  if not tries then
    return nil
  end
  return state, score, tries[sign and 2 or 1], after
end

local fencesMet = {} -- cache of decoded fences, by tries

-- Returns the fence in an entry's tries. The tries must not be `-`.
local function fenceIn(had)
  local fence = fencesMet[had]
  if not fence then
    fence = string.match(had, '^%S+ (%S+)') or '0'
    fencesMet[had] = fence
  end
  return fence
end

-- Decodes an entry. Returns nil if it is invalid.
local function beforeOf(entry)
  local operation = string.match(entry, '^(%S+) ')
  local state, score, tries, after, left = wordsOf(entry, operation and #operation + 2 or 1)
  if not operation or not state then
    return nil
  end
  local had = string.byte(tries) ~= 45 -- 45 is the ASCII code of `-`
  return {operation = operation, state = state, score = score, tries = had and tries, after = after, left = left,
    fence = had and fenceIn(tries) or '0'}
end

local triesMet = {} -- cache of decoded counts, by their text
local triesSplit, countsSplit, dueSplit -- last decoded entry, cached because an action decodes each entry twice
-- Last decoded counts, and the length of their text including a space. Cached because neighboring entries usually have
-- the same counts.
local textMet, textSize, countsMet = nil, 0

-- Decodes an entry of tries like triesOf, but caches the results for calls with many entries. Returns {attempts, fence,
-- text, digits, digitsAndDue} of the counts, and the original due time as stored. digits is false if a count is too
-- large; digitsAndDue is digits with `=` appended. All counts are zero if there is no entry.
local function splitTries(entry)
  if entry == triesSplit and countsSplit then
    return countsSplit, dueSplit
  end
  triesSplit = entry
  if entry and string.sub(entry, 1, textSize) == textMet then
    countsSplit, dueSplit = countsMet, string.sub(entry, textSize + 1)
  else
    local text, due
    if entry then
      text, due = string.match(entry, '^(%d+ %d+ %d+) ?(.*)$')
    end
    text = text or '0 0 0'
    local counts = triesMet[text]
    if not counts then
      local attempts, fence, expiries = triesOf(text)
      local first, second, third = digits[attempts], digits[tonumber(fence)], digits[expiries]
      local short = first and second and third and first .. second .. third or false
      counts = {attempts = attempts, fence = fence, text = text, digits = short, digitsAndDue = short and short .. '='}
      triesMet[text] = counts
    end
    countsSplit, dueSplit = counts, due
    textMet, textSize, countsMet = text .. ' ', #text + 1, counts
  end
  if not dueSplit or dueSplit == '' then
    dueSplit = '0'
  end
  return countsSplit, dueSplit
end

-- Encodes where an operator action found a task, and the set where the action left it.
local function entryOf(operation, state, score, tries, after)
  local counts, due
  if tries then
    counts, due = splitTries(tries)
  end
  -- true if `tries` still contains the due time that the entry records
  local stays = state ~= 'home' and after ~= 'home'
  local number = stays and tonumber(score)
  if number and number % 1 == 0 and number >= 0 and number < scoreLimit and (not tries or counts.digits) then
    if number < headStart or number >= headLimit or after ~= headAfter or state ~= headState or operation ~= headOperation then
      makeHead(operation, state, after, number)
    end
    local low = number - headStart
    local third = low % 64
    local upper = (low - third) / 64
    local second = upper % 64
    return headText .. digits[(upper - second) / 64] .. digits[second] .. digits[third]
      .. (tries and (due == '0' and counts.digits or counts.digitsAndDue) or '')
  end
  due = due and (stays and due ~= '0' and '=' or string.match(due, '^%d+$') or '0')
  return operation .. ' ' .. roleLetters[state] .. ' ' .. score .. ' ' .. (tries and counts.text .. ' ' .. due or '-') .. ' '
    .. roleLetters[after]
end
