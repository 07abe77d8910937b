#!lua flags=allow-oom
-- Moves tasks from the trash back to where they were, for an operator. A task whose previous location is unknown
-- becomes due now in retry, so that its fence keeps increasing.
-- KEYS, ARGV: see include/refs.lua
-- Reply: one character per id: 1 = acted on; 0 = no such task; m = moved or changed; r = refused
local applies, remembers = {trash = true}, true
local homeAt = 14
--- @include "refs"
--- @include "moves"
--- @include "acts"
for _, k in ipairs(chosen) do
  acts.restore(k)
end
return finish()
