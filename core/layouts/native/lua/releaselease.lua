#!lua flags=allow-oom
-- Revokes a lease. The task is due now, the attempt does not count, and the worker's ack will be refused.
-- KEYS and ARGV: see include/held.lua; in addition KEYS 6: cancel; 7: retry; 8: tries; ARGV 4: wake channel
-- Reply: 1 = done; 0 = no such task; m = moved or changed
--- @include "held"
--- @include "tokens"
local tries = try('HGET', KEYS[8], id)
if type(tries) == 'table' then
  return damaged('tries')
end
if type(try('ZCARD', KEYS[7])) == 'table' then
  return damaged('retry')
end
local attempts, fence, expiries, due = triesOf(tries)
call('HSET', KEYS[8], id, attempts .. ' ' .. (partsOf(token) or fence) .. ' ' .. expiries .. ' ' .. due)
call('ZADD', KEYS[7], nowText, id)
call('ZREM', KEYS[1], id)
call('HDEL', KEYS[2], id)
try('HDEL', KEYS[6], id)
try('PUBLISH', ARGV[4], nowText)
remember('1')
return '1'
