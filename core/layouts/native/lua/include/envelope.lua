-- Returns whether an entry of `tasks` starts with a valid envelope: a JSON object on one line.
local function readable(value)
  if string.sub(value, 1, 3) == '{}\n' then -- fast path for nearly all tasks
    return true
  end
  local lineEnd = string.find(value, '\n', 1, true)
  if not lineEnd or string.sub(value, 1, 1) ~= '{' then
    return false
  end
  local fine, object = pcall(cjson.decode, string.sub(value, 1, lineEnd - 1))
  return fine and type(object) == 'table'
end
