-- Returns a task's type: the part of its id before the first #. In the overlay of a custom design's key, the `types`
-- field of `meta` (in naming) defines the type: `=NAME` is the type of all tasks, and `_` means the part before the
-- last _.
local naming
local function typeOf(id)
  if naming then
    return naming == '_' and (string.match(id, '^(.*)_') or id) or string.sub(naming, 2)
  end
  local hash = string.find(id, '#', 1, true)
  return hash and string.sub(id, 1, hash - 1) or id
end
