#!lua flags=allow-oom
-- Publishes the results of tasks that are about to be acked, as the design's own worker does: the handler's result, or
-- `done ITEM` if there is none. Skips tasks whose lease is no longer held. A later call acks the tasks.
-- KEYS 1: leases; 2: tasks; 3: memo
-- ARGV 1: nonce; 2: channel; then for each task: id, token, result
-- Reply: the number of results published
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return tonumber(answer)
end
local published = 0
for i = 3, #ARGV, 3 do
  local held = try('HGET', KEYS[1], ARGV[i])
  if type(held) == 'table' then
    return damaged('leases')
  end
  if held == ARGV[i + 1] then
    local text = ARGV[i + 2]
    if text == '' then
      local stored = try('HGET', KEYS[2], ARGV[i])
      local line = type(stored) == 'string' and string.find(stored, '\n', 1, true)
      text = 'done ' .. (line and string.sub(stored, line + 1) or '')
    end
    call('PUBLISH', ARGV[2], text)
    published = published + 1
  end
end
remember(string.format('%d', published))
return published
