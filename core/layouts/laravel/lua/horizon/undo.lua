#!lua flags=allow-oom
-- Undoes one step of an operation. Skips jobs that have changed since. If a retried job's bytes are
-- unchanged, no worker has claimed it, because workers rewrite the bytes.
-- KEYS 1: the `failed_jobs` key of Horizon; 2: prefix of Dueline's keys
-- ARGV 1: the operation to undo; 2: id of the undo operation; 3: unused; 4: the operator; 5:
--      maximum number of jobs
-- Reply: see include/undoend
-- Errors: `HELD OPERATOR MS`, GONE, `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "horizonframe"
--- @include "undobegin"
--- @include "listplaces"
nearby, deepest = 300, 10000 -- lower than the defaults, because jobs are long
local lists, isLater = {}, false
if kind == 'retry' then
  for _, one in ipairs(was) do
    lists[one[3]] = true
    isLater = isLater or one[8]
  end
end
wrong = objectionTo(lists, isLater)
if wrong then
  return wrong
end

-- Removes the entry that Dueline added to a job's list of retries.
local function forget(one)
  local key = base .. one[1]
  local all = try('HGET', key, 'retried_by')
  local from, to = string.find(type(all) == 'string' and all or '', one[5], 1, true)
  if not from then
    return
  end
  if string.sub(all, from - 1, from - 1) == ',' then
    from = from - 1
  elseif string.sub(all, to + 1, to + 1) == ',' then
    to = to + 1
  end
  all = string.sub(all, 1, from - 1) .. string.sub(all, to + 1)
  if all == '[]' and one[6] == 0 then
    call('HDEL', key, 'retried_by')
  else
    call('HSET', key, 'retried_by', all)
  end
end

-- Removes what Horizon knows of a retry.
local function dropRetry(one)
  call('UNLINK', base .. one[2])
  call('ZREM', base .. 'recent_jobs', one[2])
  call('ZREM', base .. 'pending_jobs', one[2])
  for _, tag in ipairs(one[7]) do
    try('ZREM', base .. tag, one[2])
  end
  forget(one)
  restored = restored + 1
end

local undos = {
  retry = function()
    local positions = {}
    for i, one in ipairs(was) do
      if not one[8] then
        positions[one[3]] = positions[one[3]] or {}
        table.insert(positions[one[3]], i)
      elseif call('ZSCORE', one[3] .. ':delayed', one[4]) == one[8] then -- a retry at a later time
        call('ZREM', one[3] .. ':delayed', one[4])
        dropRetry(one)
      end
    end
    for list, all in pairs(positions) do
      local wanted, at, indexes = {}, {}, {}
      for j, i in ipairs(all) do
        wanted[j], at[j] = was[i][4], -j
      end
      local places = placesIn(list, wanted, at, true)
      for j, i in ipairs(all) do
        if places[j] then
          local one = was[i]
          indexes[#indexes + 1] = places[j]
          call('RPOP', list .. ':notify')
          dropRetry(one)
        end
      end
      takeOut(list, indexes)
    end
  end,
  discard = function()
    for _, one in ipairs(was) do
      local known = inTrash(one[1])
      if known and known[4] == operation and not isTaken(one[1]) then
        outOfTrash(one[1], known)
        restored = restored + 1
      end
    end
  end,
  restore = function()
    for _, one in ipairs(was) do
      local id, score = one[1], one[2]
      if call('ZSCORE', base .. 'failed_jobs', id) == score and call('EXISTS', base .. id) == 1 and call('EXISTS', trashedKey(id)) == 0 then
        -- Keep the job in the trash until its previous expiry, or until the undo period ends if that is later.
        intoTrash(id, score, one[3], tonumber(one[4]), math.max(tonumber(one[5]), now + undoKept))
        restored = restored + 1
      end
    end
  end,
}
if undos[kind] then
  undos[kind]()
  trimTrash()
end
movedOn = #was - restored
--- @include "undoend"
