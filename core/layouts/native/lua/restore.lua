#!lua flags=allow-oom
-- An operator takes tasks out of the trash, back to where they were. One whose place is forgotten runs now, as a retry, so that
-- its fence goes on.
-- KEYS, ARGV: see include/refs.lua
-- Reply: one character per id: 1 acted on, 0 no such task, m moved on, r refused
local applies, remembers = {trash = true}, true
local homeAt = 14
--- @include "refs"
--- @include "moves"
--- @include "acts"
for _, k in ipairs(chosen) do
  acts.restore(k)
end
return finish()
