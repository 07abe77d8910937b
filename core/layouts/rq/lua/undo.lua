#!lua flags=allow-oom
-- Undoes one step of an operation. Skips jobs that no longer match the state recorded with the
-- operation.
-- KEYS 1: `rq:queues`; 2: prefix of Dueline's keys
-- ARGV 1: the operation to undo; 2: id of the undo operation; 3: the queue's name; 4: the operator;
--      5: maximum number of jobs
-- Reply: see include/undoend
-- Errors: `HELD OPERATOR MS`, GONE, `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "rqframe"
--- @include "undobegin"
--- @include "listplaces"
--- @include "putbackplaces"
local pushedAt
kind, pushedAt = string.match(kind, '^(%S+) ?(.*)$')

-- Removes jobs that were pushed to either end of the list. `ends`: positions in `was`, by end (`l` or `r`). Returns the
-- removed positions, each with its neighbors.
local function takeFrom(ends, isRestored)
  local gone = {}
  for side, positions in pairs(ends) do
    local wanted, at, indexes = {}, {}, {}
    for j, i in ipairs(positions) do
      wanted[j], at[j] = was[i][1], side == 'l' and j - 1 or -j
    end
    local length = call('LLEN', base .. list)
    local places = isRestored and side == 'l' and placesOfPutBack(base .. list, wanted) or placesIn(base .. list, wanted, at, true)
    for j, i in ipairs(positions) do
      if places[j] then
        gone[i] = nearAt(base .. list, places[j], length)
        indexes[#indexes + 1] = places[j]
      end
    end
    takeOut(base .. list, indexes)
  end
  return gone
end

-- Returns whether a job is still queued as the action left it, without having been queued again since.
local function isQueuedAt(id, enqueuedAt, status)
  local job = try('HMGET', hashOf(id), 'status', 'enqueued_at', 'origin')
  return not job.err and job[1] == (status or 'queued') and job[2] == enqueuedAt and job[3] == queue
end

local function undoPush(set)
  local ends, later = {l = {}, r = {}}, {}
  for i, one in ipairs(was) do
    if one[8] then -- a retry at a later time
      later[i] = isQueuedAt(one[1], one[4], 'scheduled') and call('ZSCORE', keyOf('scheduled'), one[1]) == one[8]
        and not call('ZSCORE', keyOf(set), one[1]) and call('ZREM', keyOf('scheduled'), one[1]) == 1
    elseif isQueuedAt(one[1], pushedAt) and not call('ZSCORE', keyOf(set), one[1]) then
      table.insert(ends[one[6] and 'l' or 'r'], i)
    end
  end
  local gone = takeFrom(ends)
  for i, one in ipairs(was) do
    if gone[i] or later[i] then
      local id = one[1]
      call('ZADD', keyOf(set), one[2], id)
      putField(id, 'status', one[3])
      putField(id, 'enqueued_at', one[4])
      endAt(id, one[5])
      restored = restored + 1
      if one[7] then
        dropQueue()
      end
    end
  end
end

local undos = {
  retry = function() undoPush('failed') end,
  ['run-now'] = function() undoPush('scheduled') end,
  reschedule = function()
    for _, one in ipairs(was) do
      if call('ZSCORE', keyOf('scheduled'), one[1]) == one[3] then
        call('ZADD', keyOf('scheduled'), 'XX', one[2], one[1])
        restored = restored + 1
      end
    end
  end,
  discard = function()
    for _, one in ipairs(was) do
      local id, way = one[1], wayBack(one[1])
      local job = try('HMGET', hashOf(id), 'status')
      if way and way[4] == operation and not job.err and job[1] == 'canceled' and call('ZSCORE', keyOf('canceled'), id) == one[5] then
        uncancel(id, way)
        putBackAt(id, one[2], one[3], way[3], way[5])
        putField(id, 'status', one[4])
        restored = restored + 1
      end
    end
    putBackInList()
  end,
  restore = function()
    local ends = {l = {}, r = {}}
    for i, one in ipairs(was) do
      if one[3] == 'queue' and isQueuedAt(one[1], one[6], one[5]) then
        table.insert(ends.l, i)
      elseif not one[3] and isQueuedAt(one[1], one[4]) then
        table.insert(ends.r, i)
      end
    end
    local gone = takeFrom(ends, true)
    for i, one in ipairs(was) do
      local id, set = one[1], one[3]
      if set and set ~= 'queue' then
        local job = try('HMGET', hashOf(id), 'status')
        gone[i] = not job.err and job[1] == one[5] and call('ZSCORE', keyOf(set), id) == one[4] and call('ZREM', keyOf(set), id) == 1
      end
      if gone[i] then
        if set then
          -- Keep the job in the trash until its previous expiry, or until the undo period ends if that is later.
          cancel(id, one[2], set, one[4], one[5], one[7] or '', math.max(tonumber(one[8]), now + undoKept),
            set == 'queue' and gone[i])
        else
          call('HSET', hashOf(id), 'status', 'canceled')
          call('ZADD', keyOf('canceled'), one[2], id)
          putField(id, 'enqueued_at', one[6])
          endAt(id, one[5])
          if one[7] then
            dropQueue()
          end
        end
        restored = restored + 1
      end
    end
  end,
}
--- @include "rqcontent"
--- @include "uneditfield"
if undos[kind] then
  undos[kind]()
end
movedOn = #was - restored
--- @include "undoend"
