-- Adds list items to the overlay.

-- Returns an error reply that names the first key of the wrong type, or nil. `probes`: for each role, a command that
-- checks its key.
local function unusable(probes)
  for role, probe in pairs(probes) do
    if type(try(unpack(probe))) == 'table' then
      return damaged(role)
    end
  end
end

-- Returns whether an id is available for a new task. Releases an id that is recorded only as done, because only the
-- newest of several equal items is remembered. `overlay`: the keys tasks, done, history, results, before.
local function isFree(overlay, id)
  if call('HEXISTS', overlay.tasks, id) == 0 then
    return true
  end
  if call('ZREM', overlay.done, id) == 0 then
    return false
  end
  try('HDEL', overlay.history, id)
  try('HDEL', overlay.results, id)
  try('HDEL', overlay.before, id)
  return true
end

local tried = {} -- last number this script has tried, by hash

-- Returns an available id. If an equal item already has the id, returns the id's first 16 characters plus the next
-- available number.
local function freeId(overlay, id)
  local hash = string.sub(id, 1, 16)
  if not tried[hash] and isFree(overlay, id) then
    return id
  end
  for number = (tried[hash] or 1) + 1, 50 do
    tried[hash] = number
    local numbered = hash .. '~' .. number
    if isFree(overlay, numbered) then
      return numbered
    end
  end
  -- There are many equal items, so continue from the current time, which is very unlikely to be in
  -- use.
  tried[hash] = math.max(tried[hash] or 0, time[1] % 1000000 * 1000000 + time[2])
  local numbered
  repeat
    tried[hash] = tried[hash] + 1
    numbered = hash .. '~' .. string.format('%d', tried[hash])
  until call('HEXISTS', overlay.tasks, numbered) == 0
  return numbered
end
