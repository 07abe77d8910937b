#!lua flags=allow-oom
-- An operator makes waiting tasks due now, and (forced) takes leased ones away from their worker. One that never ran and is due
-- already is refused: there is nothing to do.
-- KEYS, ARGV: see include/refs.lua
-- Reply: one character per id: 1 acted on, 0 no such task, m moved on, r refused
local applies, remembers = {pending = true, retry = true, leased = true}, true
local homeAt = 14
--- @include "refs"
--- @include "moves"
for _, k in ipairs(chosen) do
  local isHome = sets[k] == 'home'
  local overdue = sets[k] ~= 'leased' and (isHome and homeMs(scores[k]) or tonumber(scores[k])) <= now
  if overdue and (isHome or sets[k] == 'pending') then
    codes[k] = 'r'
  elseif isHome then
    act(k, 'home', string.format('%.3f', now / homeUnit))
  else
    act(k, sets[k] == 'pending' and 'pending' or 'retry', overdue and scores[k] or nowText)
  end
end
return finish()
