-- Defines where an asynq task's message is stored, and how to find out whether the task has run. Uses
-- include/asynqframe.
local contentField = 'msg'
local contentHash = hashOf

local function stampOf()
  return ''
end

-- Returns whether no server has run the task: when a run ends, asynq rewrites the message.
local function hasNotRun(id)
  return call('HMGET', hashOf(id), 'state')[1] ~= 'active'
end
