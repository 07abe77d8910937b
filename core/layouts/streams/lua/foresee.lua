#!lua flags=allow-oom,no-writes
-- Predicts the outcomes of a step without changing anything.
-- KEYS and ARGV: see include/streamjudge
-- Reply: {one code per task, memory needed for the undo data}
-- Errors: `REFUSED removed`, `DAMAGED = KEY`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "streamframe"
--- @include "streamjudge"
local perUndo = 200
local codes, bytes = {}, 0
for i = firstTask, #ARGV, perTask do
  local one = taskAt(i)
  local code = judge(one) or '1'
  codes[#codes + 1] = code
  if code == '1' and action ~= 'delete' then
    local keepsFields = action == 'discard' or one.place == 'f'
    bytes = bytes + perUndo + (keepsFields and bytesOf(one.fields) or 0)
  end
end
return {table.concat(codes), bytes}
