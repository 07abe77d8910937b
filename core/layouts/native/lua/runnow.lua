#!lua flags=allow-oom
-- Makes waiting tasks due now for an operator, and takes leased tasks from their workers (only if forced). Refuses
-- parked tasks, and tasks that have never run and are already due, because there is nothing to do.
-- KEYS, ARGV: see include/refs.lua
-- Reply: one character per id: 1 = acted on; 0 = no such task; m = moved or changed; r = refused
local applies, remembers = {pending = true, retry = true, leased = true}, true
local homeAt = 14
--- @include "refs"
--- @include "moves"
--- @include "acts"
for _, k in ipairs(chosen) do
  acts['run-now'](k)
end
return finish()
