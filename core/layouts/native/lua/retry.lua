#!lua flags=allow-oom
-- Makes tasks run again now or at a given time, for an operator. Resets the attempts of failed tasks to zero, but never
-- the fence. Takes leased tasks from their workers (only if forced, and only for now).
-- KEYS, ARGV: see include/refs.lua; the detail of a task that is not leased: its due time, in ms; empty: now
-- Reply: one character per id: 1 = acted on; 0 = no such task; m = moved or changed; r = refused
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
