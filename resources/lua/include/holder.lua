-- The refusal of an operation that somebody else carries out, until `held`; nil when nobody does.
local function heldByOther(holder, held, who)
  if holder and holder ~= who and tonumber(held or 0) > now then
    return redis.error_reply('HELD ' .. holder .. ' ' .. string.format('%d', held - now))
  end
end
