-- Searches stored text by ReadableText's rules: as stored and with JSON escapes decoded, ignoring ASCII case.

-- Returns whether a string, from a given position on, may contain the term in a different JSON spelling.
local function maySpell(term, text, from)
  if not string.find(text, '\\', from, true) then
    return false
  end
  text = string.lower(text)
  for i = 1, #term.escapes do
    if string.find(text, term.escapes[i], from, true) then
      return true
    end
  end
  return false
end

-- Returns whether the bytes from a position on look like gzip, zlib, zstd, MessagePack, PHP serialize or pickle data
-- (or base64 of it), judging by the first bytes. JSON starts differently from all of these.
local base64 = '^' .. string.rep('[%w+/_=\r\n-]', 16)
local function mayBePacked(text, from)
  local first, second = string.byte(text, from, from + 1)
  if not second or first == 123 or first == 91 or first == 34 then
    return false
  end
  return first == 31 and second == 139 or first == 40 and second == 181 or first == 120 and (30720 + second) % 31 == 0
    or first >= 128 and first <= 143 or first == 222 or second == 58 and (first == 97 or first == 79)
    or string.find(text, base64, from) ~= nil
end
