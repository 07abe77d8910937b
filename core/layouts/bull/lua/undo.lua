#!lua flags=allow-oom
-- Undoes one step of an operation. Skips jobs that no longer match the state recorded with the
-- operation.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV 1: the operation to undo; 2: id of the undo operation; 3: `yes` if the user specified Bull
--      as the owner; 4: the operator; 5: maximum number of jobs
-- Reply: see include/undoend
-- Errors: `HELD OPERATOR MS`, GONE, `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "bullframe"
--- @include "bulltrash"
--- @include "undobegin"
--- @include "listplaces"
--- @include "takefromends"

-- Returns whether a job's history is still as recorded. `further`: an additional field to compare.
local function isUntouched(id, history, further)
  local job = try('HMGET', base .. id, historyFields[1], historyFields[2], historyFields[3], further or historyFields[3])
  return not job.err and historyOf(job[1], job[2], job[3]) .. (further and ' ' .. (job[4] or '') or '') == history
end

-- Removes a job with a priority from the list. Starts searching where the job should be: after all
-- jobs of equal or higher urgency. `shift`: for each priority, how far the last job found was from
-- its expected position.
local function takePlaced(id, score, shift)
  if call('ZSCORE', base .. 'priority', id) ~= score then
    return false
  end
  local expected = -call('ZCOUNT', base .. 'priority', '-inf', score)
  for _, name in ipairs({waiting, waiting == 'wait' and 'paused' or 'wait'}) do
    local at = math.min(-1, expected + (shift[score] or 0))
    local place = placesIn(base .. name, {id}, {at}, true)[1]
    if place then
      shift[score] = place - expected
      takeOut(base .. name, {place})
      call('ZREM', base .. 'priority', id)
      return true
    end
  end
  return false
end

local function backTo(set, id, score)
  call('ZADD', base .. set, score, id)
  dueChanged = dueChanged or set == 'delayed'
end

-- Restores a field's previous value, or deletes it.
local function putField(id, field, value)
  if value then
    call('HSET', base .. id, field, value)
  else
    call('HDEL', base .. id, field)
  end
end

local undos = {
  retry = function()
    local ends, taken = {l = {}, r = {}}, {}
    for i, one in ipairs(was) do
      local isSame = isUntouched(one[1], one[8], 'retriedOn')
      if isSame and one[9] then -- the job was delayed
        taken[i] = call('ZSCORE', base .. 'delayed', one[1]) == one[9] and call('ZREM', base .. 'delayed', one[1]) == 1
        dueChanged = dueChanged or taken[i]
      elseif isSame then
        table.insert(ends[one[7]], i)
      end
    end
    takeFromEnds(ends, taken)
    for i, one in ipairs(was) do
      if taken[i] then
        backTo('failed', one[1], one[2])
        for n, field in ipairs({'finishedOn', 'processedOn', 'failedReason', 'retriedOn'}) do
          putField(one[1], field, one[2 + n])
        end
        if one[9] then
          putField(one[1], 'delay', one[10])
        end
        restored = restored + 1
      end
    end
  end,
  ['run-now'] = function()
    local ends, taken, shift = {l = {}, r = {}}, {}, {}
    for i, one in ipairs(was) do
      if isUntouched(one[1], one[5]) then
        if ends[one[4]] then
          table.insert(ends[one[4]], i)
        else
          taken[i] = takePlaced(one[1], one[4], shift)
        end
      end
    end
    takeFromEnds(ends, taken)
    for i, one in ipairs(was) do
      if taken[i] then
        backTo('delayed', one[1], one[2])
        putField(one[1], 'delay', one[3])
        restored = restored + 1
      end
    end
  end,
  reschedule = function()
    for _, one in ipairs(was) do
      if call('ZSCORE', base .. 'delayed', one[1]) == one[4] then
        backTo('delayed', one[1], one[2])
        putField(one[1], 'delay', one[3])
        restored = restored + 1
      end
    end
  end,
}
--- @include "jobundo"
--- @include "jobcontent"
--- @include "uneditfield"
if undos[kind] then
  undos[kind]()
  trimTrash()
  wake()
end
movedOn = #was - restored
--- @include "undoend"
