-- Appends a line to a history, and drops all but the last 20 lines. `before`: the current history, or false.
local function withLine(before, line)
  if not before then
    return line
  end
  local _, breaks = string.gsub(before, '\n', '')
  while breaks >= 19 do
    before = string.sub(before, string.find(before, '\n', 1, true) + 1)
    breaks = breaks - 1
  end
  return before .. '\n' .. line
end

-- Returns the number of the last attempt in a history, or 0 if there is none.
local function lastNumberOf(history)
  return history and tonumber(string.match('\n' .. history, '.*\n(%d+)')) or 0
end
