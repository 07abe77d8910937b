-- Starts every script: reads the server's clock once and defines the error replies.
local call, try = redis.call, redis.pcall
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local nowText = string.format('%d', now)

-- Returns an error reply that identifies a damaged key by its role. Scripts must return it before writing anything.
local function damaged(role)
  return redis.error_reply('DAMAGED ' .. role)
end

-- Returns the error reply for a queue that was changed by a newer program.
local function newer(version)
  return redis.error_reply('NEWER layout version ' .. version)
end
