-- Defines the key names of a framework's queue and of the data that Dueline stores for it. Uses KEYS 1, the prefix of
-- the queue's keys (`bull:mail:`), and KEYS 2, the prefix of Dueline's keys (`dueline:overlay:bull:mail:`). All of
-- Dueline's keys expire.
local base, overlay = KEYS[1], KEYS[2]
local undoKept, trashKept = 86400000, 604800000 -- how long undo data and discarded tasks are kept, in ms

-- Returns an error reply that refuses the entire call. Used before anything is written.
local function refused(why)
  return redis.error_reply('REFUSED ' .. why)
end

-- Returns an error that names the first command that the user may not run, or nil.
local function lacking(commands)
  for i = 1, #commands do
    if not redis.acl_check_cmd(unpack(commands[i])) then
      return redis.error_reply('LACKS ' .. commands[i][1] .. ' ' .. commands[i][2])
    end
  end
end

-- Returns an error that names the first key of the wrong type, or nil.
local function otherType(types)
  for name, wanted in pairs(types) do
    local found = call('TYPE', base .. name).ok
    if found ~= 'none' and found ~= wanted then
      return damaged(name)
    end
  end
end

-- Formats a whole number of any size.
local function whole(value)
  return string.format('%.0f', value)
end
