-- Finds and removes ids near their expected positions in a list, without scanning the entire list. Scripts for lists
-- with long items lower these limits.
local nearby, deepest = 1500, 50000
local removedMark = 'dueline:removed' -- placeholder for removed values until the script ends

-- Returns the index of each id, or nil. `at`: the expected index, from 0 at the head or from -1 at the tail. Items that
-- have since been added or removed shift all ids equally, so the first id should be the one least likely to be missing.
-- `isDeep`: also searches the `deepest` entries nearest to that end, once.
local function placesIn(key, ids, at, isDeep)
  local length, shift, searches, places = call('LLEN', key), 0, 0, {}
  for i = 1, #ids do
    local expected = at[i] + shift
    local isInside = length > 0 and (at[i] < 0 and expected < 0 or at[i] >= 0 and expected >= 0)
    if isInside and call('LINDEX', key, expected) == ids[i] then
      places[i] = expected
    elseif searches < 3 and length > 0 then
      searches = searches + 1
      local first, last = expected - nearby, expected + nearby
      if at[i] < 0 then
        first, last = math.max(first, -length), math.min(last, -1)
      else
        first = math.max(first, 0)
      end
      if first <= last then
        for offset, id in ipairs(call('LRANGE', key, first, last)) do
          if id == ids[i] then
            places[i] = first + offset - 1
            break
          end
        end
      end
      if not places[i] and isDeep then
        isDeep = false
        local found = call('LPOS', key, ids[i], 'RANK', at[i] < 0 and -1 or 1, 'MAXLEN', deepest)
        places[i] = found and (at[i] < 0 and found - length or found)
      end
      if places[i] then
        shift = places[i] - at[i]
      end
    end
  end
  return places
end

-- Removes the values at these indexes in one pass.
local function takeOut(key, indexes)
  if #indexes == 0 then
    return
  end
  local length, nearest, farthest = call('LLEN', key), math.huge, 0
  for _, index in ipairs(indexes) do
    local fromHead = index < 0 and length + index or index
    nearest, farthest = math.min(nearest, fromHead), math.max(farthest, fromHead)
    call('LSET', key, index, removedMark)
  end
  call('LREM', key, farthest < length - nearest and #indexes or -#indexes, removedMark)
end
