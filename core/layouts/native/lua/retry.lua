#!lua flags=allow-oom
-- Makes tasks run again now or at a given time, for an operator. The attempts of failed tasks are reset to zero. Leased
-- tasks are taken from their workers (only if forced, and only for now). The fence is never reset.
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
