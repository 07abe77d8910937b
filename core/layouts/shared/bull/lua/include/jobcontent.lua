-- Defines where a Bull or BullMQ job's data is stored, and how to find out whether the job has run. Uses the layout's
-- frame.
local contentField = 'data'

local function contentHash(id)
  return base .. id
end

local function stampOf(id)
  return historyOf(unpack(call('HMGET', base .. id, unpack(historyFields))))
end

-- Returns whether no worker has started the job since it had this stamp. Bull's retry deletes the time of the last start.
local function hasNotRun(id, stamp)
  local job = call('HMGET', base .. id, unpack(historyFields))
  local start = layout == 'bull' and not job[1] and string.match(stamp, '^%S*') or job[1]
  return historyOf(start, job[2], job[3]) == stamp and call('EXISTS', base .. id .. ':lock') == 0
end
