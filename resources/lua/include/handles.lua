-- Whether a worker handles a task. Uses typeOf, every (it handles all of them) and typesAt, where ARGV has the number of exact types,
-- then these, then the prefixes.
local exact, prefixes = {}, {}
if not every then
  local names = tonumber(ARGV[typesAt])
  for i = typesAt + 1, typesAt + names do
    exact[ARGV[i]] = true
  end
  for i = typesAt + 1 + names, #ARGV do
    prefixes[#prefixes + 1] = ARGV[i]
  end
end
local function handles(id)
  if every then
    return true
  end
  local name = typeOf(id)
  if exact[name] then
    return true
  end
  for i = 1, #prefixes do
    if string.sub(name, 1, #prefixes[i]) == prefixes[i] then
      return true
    end
  end
  return false
end
