-- Reads the specified jobs. Uses ARGV from 5 on; for each job: id, state, `=SCORE` `@MS` or `-`, `LIST INDEX` or '',
-- and the new due time, in ms, or ''. Provides ids, states, details and hints by position, and newDue(position).
local ids, states, details, hints, dues = {}, {}, {}, {}, {}
for i = 5, #ARGV, 5 do
  local k = #ids + 1
  ids[k], states[k], details[k], hints[k], dues[k] = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], tonumber(ARGV[i + 4])
end

local function newDue(k)
  return dues[k]
end
