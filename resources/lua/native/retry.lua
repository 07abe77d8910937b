#!lua flags=allow-oom
-- An operator lets tasks run again now: failed ones with their attempts counted anew, retrying ones without waiting longer, leased
-- ones (forced) away from their worker. The fence goes on.
-- KEYS, ARGV: see include/refs.lua
-- Reply: one character per id: 1 acted on, 0 no such task, m moved on, r refused
local applies, remembers = {retry = true, failed = true, leased = true}, true
local homeAt = 14
--- @include "refs"
--- @include "moves"
for _, k in ipairs(chosen) do
  local due, entry = nowText, nil
  if sets[k] == 'retry' and tonumber(scores[k]) < now then
    due = scores[k]
  elseif sets[k] == 'failed' and tries[k] then -- one that expired before it started has none
    local _, fence, _, firstDue = triesOf(tries[k])
    entry = '0 ' .. fence .. ' 0 ' .. firstDue
  end
  act(k, 'retry', due, entry)
end
return finish()
