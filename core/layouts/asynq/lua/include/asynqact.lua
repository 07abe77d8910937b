-- Implements `asynq/act` and `asynq/delete`, with their KEYS, ARGV and reply. Only `asynq/delete` runs when the server
-- is out of memory.
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local operation, kind = ARGV[2], ARGV[4]
--- @include "overlay"
--- @include "asynqframe"
--- @include "listplaces"
--- @include "writedown"
--- @include "namedjobs"
--- @include "asynqtasks"
local outcome = table.concat(codes)
remember(outcome)
return outcome
