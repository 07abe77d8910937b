#!lua flags=allow-oom
-- Changes the due time of waiting tasks for an operator. Refuses parked tasks.
-- KEYS, ARGV: see include/refs.lua; the detail is the new due time in ms
-- Reply: one character per id: 1 = acted on; 0 = no such task; m = moved or changed; r = refused
local applies, remembers = {pending = true, retry = true}, true
local homeAt = 14
--- @include "refs"
--- @include "moves"
--- @include "acts"
for _, k in ipairs(chosen) do
  acts.reschedule(k)
end
return finish()
