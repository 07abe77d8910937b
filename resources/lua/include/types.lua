-- The type of a task by its id: what stands before the first #.
local function typeOf(id)
  local hash = string.find(id, '#', 1, true)
  return hash and string.sub(id, 1, hash - 1) or id
end
