#!lua flags=allow-oom
-- Asks the holder of a lease to stop. The worker receives the request through the wake channel immediately, or else
-- with its next heartbeat.
-- KEYS and ARGV: see include/held.lua; in addition KEYS 6: cancel; ARGV 4: wake channel
-- Reply: 1 = requested; 0 = no such task; m = moved or changed
--- @include "held"
local written = try('HSET', KEYS[6], id, token)
if type(written) == 'table' then
  return damaged('cancel')
end
try('PUBLISH', ARGV[4], 'cancel ' .. id)
remember('1')
return '1'
