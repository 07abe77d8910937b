-- Returns an error reply if another client is carrying out the operation and holds it until `held`. Otherwise, returns
-- nil.
local function heldByOther(holder, held, who)
  if holder and holder ~= who and tonumber(held or 0) > now then
    return redis.error_reply('HELD ' .. holder .. ' ' .. string.format('%d', held - now))
  end
end
