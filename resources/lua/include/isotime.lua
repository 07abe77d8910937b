-- Formats times as Python does: `2026-11-25T17:50:11.441072Z`. Days are counted from 0000-03-01, so that a leap day is
-- the last day of a year.
local function isoOf(seconds, microseconds)
  local days = math.floor(seconds / 86400) + 719468
  local rest = seconds % 86400
  local era = math.floor(days / 146097)
  local dayOfEra = days - era * 146097
  local yearOfEra = math.floor((dayOfEra - math.floor(dayOfEra / 1460) + math.floor(dayOfEra / 36524) - math.floor(dayOfEra / 146096)) / 365)
  local dayOfYear = dayOfEra - (365 * yearOfEra + math.floor(yearOfEra / 4) - math.floor(yearOfEra / 100))
  local fromMarch = math.floor((5 * dayOfYear + 2) / 153)
  local day = dayOfYear - math.floor((153 * fromMarch + 2) / 5) + 1
  local month = fromMarch < 10 and fromMarch + 3 or fromMarch - 9
  local year = yearOfEra + era * 400 + (month <= 2 and 1 or 0)
  return string.format('%04d-%02d-%02dT%02d:%02d:%02d.%06dZ', year, month, day, math.floor(rest / 3600), math.floor(rest / 60) % 60,
    rest % 60, microseconds)
end

-- Parses a time in this format to ms, rounded down, or nil if the format differs. Many times share the same second, so
-- each second is parsed only once.
local secondsOf = {}
local function msOf(text)
  local head = string.sub(text or '', 1, 19)
  local fraction = string.match(text or '', '^%.?(%d*)Z$', 20)
  if not fraction then
    return nil
  end
  local seconds = secondsOf[head]
  if not seconds then
    local year, month, day, hour, minute, second = string.match(head, '^(%d%d%d%d)%-(%d%d)%-(%d%d)T(%d%d):(%d%d):(%d%d)$')
    if not year then
      return nil
    end
    year, month, day = tonumber(year), tonumber(month), tonumber(day)
    if month <= 2 then
      year = year - 1
    end
    local era = math.floor(year / 400)
    local yearOfEra = year - era * 400
    local dayOfYear = math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
    local days = era * 146097 + yearOfEra * 365 + math.floor(yearOfEra / 4) - math.floor(yearOfEra / 100) + dayOfYear - 719468
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    secondsOf[head] = seconds
  end
  return seconds * 1000 + tonumber(string.sub(fraction .. '000', 1, 3))
end
