-- Checks the unique keys of new tasks before anything is written. An entry in `unique` is `until id`: the key is held
-- until that time. Uses uniqueKey (nil if no task has one) and stride, the number of arguments per task. A task's fifth
-- argument is its unique key, and its sixth is how long the key is held.
local held, taken = {}, {}
if uniqueKey then
  local names = {}
  for i = 7, #ARGV, stride do
    if ARGV[i] ~= '' then
      names[#names + 1] = ARGV[i]
    end
  end
  local entries = try('HMGET', uniqueKey, unpack(#names > 0 and names or {''}))
  if entries.err then
    return damaged('unique')
  end
  for i = 1, #names do
    local last = entries[i] and string.match(entries[i], '^(%d+) ')
    held[names[i]] = last and tonumber(last) > now
  end
end

-- Reserves the unique key, if any, of the task whose arguments start at `first`. Returns false if the key is not free;
-- in that case, the task must not be added.
local function take(first, id)
  local name = ARGV[first + 4]
  if name == '' then
    return true
  end
  if held[name] then
    return false
  end
  held[name] = true
  taken[#taken + 1] = name
  taken[#taken + 1] = string.format('%d', now + tonumber(ARGV[first + 5])) .. ' ' .. id
  return true
end

-- Writes the reserved keys. Call it after the tasks have been added.
local function keepTaken()
  if #taken > 0 then
    call('HSET', uniqueKey, unpack(taken))
  end
end
