-- Finds every entry of the given jobs in a Bull or BullMQ list. A list may contain an id twice; to remove a job, the
-- libraries remove all its entries. For a few ids, searches the list once per id, as the libraries do. Otherwise, scans
-- the list once, or, if it is long, only the neighborhood of the known positions. Uses the variable `base`,
-- include/listorder and include/listplaces.
local fewIds, shortList = 3, 30000

-- Returns the indexes of each id, counted from -1 at the tail, where the next job to run is. `at`: one known index for
-- each id.
local function entriesOf(key, ids, at)
  local length, entries = call('LLEN', key), {}
  local lowest, highest = -1, -length
  for i, id in ipairs(ids) do
    local index = at[i] < 0 and at[i] or at[i] - length
    entries[id], lowest, highest = {}, math.min(lowest, index), math.max(highest, index)
  end
  if #ids <= fewIds then
    for _, id in ipairs(ids) do
      for i, index in ipairs(call('LPOS', key, id, 'RANK', -1, 'COUNT', 0)) do
        entries[id][i] = index - length
      end
    end
    return entries
  end
  if length <= shortList then
    lowest, highest = -length, -1
  else
    highest = math.min(highest + nearby, -1)
    lowest = math.max(lowest - nearby, -length, highest - deepest)
  end
  for last = highest, lowest, -5000 do
    local first = math.max(last - 4999, lowest)
    local there = call('LRANGE', key, first, last)
    for i = #there, 1, -1 do
      if entries[there[i]] then
        table.insert(entries[there[i]], first + i - 1)
      end
    end
  end
  for i, id in ipairs(ids) do
    local index = at[i] < 0 and at[i] or at[i] - length
    if index < lowest then
      table.insert(entries[id], index)
    end
  end
  return entries
end

-- Appends all of a job's entries to `out`, for later removal. Returns the position of the entry
-- that workers would claim next, in include/listorder's format, and the positions of any other
-- entries.
local function leaveList(key, indexes, out)
  local length, nears = call('LLEN', key), {}
  for i, index in ipairs(indexes) do
    nears[i] = nearAt(key, index, length)
    out[#out + 1] = index
  end
  return table.remove(nears, 1), #nears > 0 and nears or nil
end
