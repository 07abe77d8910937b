#!lua flags=allow-oom
-- Asks the worker that holds a lease to stop. The wake channel notifies it immediately, its next heartbeat at the latest.
-- KEYS, ARGV: see include/held.lua; KEYS 6 cancel; ARGV 4 wake channel
-- Reply: 1 requested, 0 no such task, m moved on
--- @include "held"
local written = try('HSET', KEYS[6], id, token)
if type(written) == 'table' then
  return damaged('cancel')
end
try('PUBLISH', ARGV[4], 'cancel ' .. id)
remember('1')
return '1'
