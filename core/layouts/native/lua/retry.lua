#!lua flags=allow-oom
-- An operator lets tasks run again now, or at a given time: failed ones with their attempts counted anew, retrying ones without
-- waiting longer, leased ones (forced, now alone) away from their worker. The fence goes on.
-- KEYS, ARGV: see include/refs.lua; the detail of one that is not leased: when it is due, ms; empty: now
-- Reply: one character per id: 1 acted on, 0 no such task, m moved on, r refused
local applies, remembers = {retry = true, failed = true, leased = true}, true
local homeAt = 14
--- @include "refs"
--- @include "moves"
--- @include "acts"
for _, k in ipairs(chosen) do
  dues[k] = sets[k] ~= 'leased' and details[k] ~= '' and details[k] or nil
  acts.retry(k)
end
return finish()
