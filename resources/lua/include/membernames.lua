-- Defines how include/listorder identifies tasks in a list of complete tasks. Uses isTail.
local function nameOf(member)
  return redis.sha1hex(member)
end

local function valueOf(key, name, depth)
  local first, last = math.max(depth - 100, 0), depth + 100
  if isTail then
    first, last = math.max(-last - 1, -call('LLEN', key)), -first - 1
  end
  local value, index, distance
  for i, member in ipairs(call('LRANGE', key, first, last)) do
    local at = first + i - 1
    local off = math.abs((isTail and -at - 1 or at) - depth)
    if (not distance or off < distance) and nameOf(member) == name then
      value, index, distance = member, at, off
    end
  end
  return value, index
end
