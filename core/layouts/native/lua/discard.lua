#!lua flags=allow-oom
-- Moves tasks into the trash for an operator, who can restore them later. If a leased task is discarded (only if
-- forced), its worker can no longer acknowledge it.
-- KEYS and ARGV: see include/refs.lua; in addition KEYS 14: statistics prefix
-- Reply: one character per id: 1 = acted on; 0 = no such task; m = moved or changed; r = refused
local applies, remembers = {pending = true, retry = true, leased = true, failed = true, done = true}, true
local homeAt = 15
--- @include "refs"
--- @include "moves"
local statisticsPrefix = KEYS[14]
--- @include "statistics"
--- @include "acts"
for _, k in ipairs(chosen) do
  acts.discard(k)
end
local outcome = finish()
if type(outcome) == 'string' and #chosen > 0 then
  count('trashed', #chosen)
end
return outcome
