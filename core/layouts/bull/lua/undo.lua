#!lua flags=allow-oom
-- Takes back one step of an operation: only jobs that nobody touched since, which the proof of each tells.
-- KEYS 1 the base of the queue's keys 2 the base of ours
-- ARGV 1 the operation to undo 2 the undo's own id 3 `yes`: it is Bull's, whoever opened it 4 who undoes 5 at most so many jobs
-- Reply: as include/undoend
-- Errors: HELD who ms, GONE, REFUSED why, LACKS command key
--- @include "begin"
--- @include "overlay"
--- @include "bullframe"
--- @include "bulltrash"
--- @include "undobegin"
--- @include "listplaces"
--- @include "takefromends"

-- Whether a job has the history that was written down, `further` a field besides.
local function isUntouched(id, history, further)
  local job = try('HMGET', base .. id, historyFields[1], historyFields[2], historyFields[3], further or historyFields[3])
  return not job.err and historyOf(job[1], job[2], job[3]) .. (further and ' ' .. (job[4] or '') or '') == history
end

-- Takes a job out of its place among those with a priority. Each is expected behind those that are as urgent or more; `shift`: how much
-- further others of that priority stood.
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

-- A field gets the value it had, or none.
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
      if isUntouched(one[1], one[8], 'retriedOn') then
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
if undos[kind] then
  undos[kind]()
  trimTrash()
  wake()
end
movedOn = #was - restored
--- @include "undoend"
