-- Decides whether a worker handles a task. Uses typeOf, every (the worker handles all tasks) and typesAt, the index in
-- ARGV of the number of exact types, which is followed by the exact types, then the prefixes. The number may instead be
-- -2, followed by names with a mark: += (this type), -= (not this type), +~ (this prefix), -~ (not this prefix). An
-- exact name takes precedence over any prefix, and a longer prefix over a shorter one.
local exact, prefixes, signed = {}, {}, {}
if not every then
  local names = tonumber(ARGV[typesAt])
  if names == -2 then
    for i = typesAt + 1, #ARGV do
      local mark, name = string.sub(ARGV[i], 1, 2), string.sub(ARGV[i], 3)
      if string.sub(mark, 2) == '=' then
        exact[name] = mark == '+=' and 1 or 0
      else
        signed[#signed + 1] = {name, mark == '+~'}
      end
    end
    table.sort(signed, function(left, right) return #left[1] > #right[1] end)
  else
    for i = typesAt + 1, typesAt + names do
      exact[ARGV[i]] = 1
    end
    for i = typesAt + 1 + names, #ARGV do
      prefixes[#prefixes + 1] = ARGV[i]
    end
  end
end
local function handles(id)
  if every then
    return true
  end
  local name = typeOf(id)
  local named = exact[name]
  if named then
    return named == 1
  end
  for i = 1, #signed do
    local prefix = signed[i][1]
    if string.sub(name, 1, #prefix) == prefix then
      return signed[i][2]
    end
  end
  for i = 1, #prefixes do
    if string.sub(name, 1, #prefixes[i]) == prefixes[i] then
      return true
    end
  end
  return false
end
