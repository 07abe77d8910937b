-- The start of every script: the server's clock, read once, and the error words.
local call, try = redis.call, redis.pcall
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local nowText = string.format('%d', now)

-- The refusal that names a key by its role; to be returned before anything was written.
local function damaged(role)
  return redis.error_reply('DAMAGED ' .. role)
end

-- The refusal of a queue that a newer program has changed.
local function newer(version)
  return redis.error_reply('NEWER layout version ' .. version)
end
