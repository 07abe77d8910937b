#!lua flags=allow-oom
-- An operator makes waiting tasks due now, and (forced) takes leased ones away from their worker. One that never ran and is due
-- already is refused: there is nothing to do; and so is one that is parked.
-- KEYS, ARGV: see include/refs.lua
-- Reply: one character per id: 1 acted on, 0 no such task, m moved on, r refused
local applies, remembers = {pending = true, retry = true, leased = true}, true
local homeAt = 14
--- @include "refs"
--- @include "moves"
--- @include "acts"
for _, k in ipairs(chosen) do
  acts['run-now'](k)
end
return finish()
