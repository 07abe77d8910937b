-- A framework's queue, and what is kept beside it. Uses KEYS 1 the base of its keys, `bull:mail:` 2 the base of ours,
-- `dueline:overlay:bull:mail:`. Every key of ours has a time to live.
local base, overlay = KEYS[1], KEYS[2]
local undoKept, trashKept = 86400000, 604800000 -- ms

-- The refusal of the whole call, before anything was written.
local function refused(why)
  return redis.error_reply('REFUSED ' .. why)
end

-- The error that names the first of these calls that this user may not make; nil when all are allowed.
local function lacking(commands)
  for i = 1, #commands do
    if not redis.acl_check_cmd(unpack(commands[i])) then
      return redis.error_reply('LACKS ' .. commands[i][1] .. ' ' .. commands[i][2])
    end
  end
end

-- The error that names the first key that is not of its type; nil when all are.
local function otherType(types)
  for name, wanted in pairs(types) do
    local found = call('TYPE', base .. name).ok
    if found ~= 'none' and found ~= wanted then
      return damaged(name)
    end
  end
end

-- A whole number as text, however large.
local function whole(value)
  return string.format('%.0f', value)
end
