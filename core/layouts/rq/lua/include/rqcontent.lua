-- Defines where an RQ job's payload is stored, and how to find out whether the job has run. Uses include/rqframe.
local contentField = 'data'
local contentHash = hashOf

local function stampOf(id)
  return call('HMGET', hashOf(id), 'started_at')[1] or ''
end

-- Returns whether no worker has started the job since it had this stamp.
local function hasNotRun(id, stamp)
  return stampOf(id) == stamp and call('HMGET', hashOf(id), 'status')[1] ~= 'started'
end
