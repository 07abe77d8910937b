-- Implements `rq/act` and `rq/delete`, with their KEYS, ARGV and reply. Only `rq/delete` runs when the server is out of
-- memory.
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
local operation, kind = ARGV[2], ARGV[4]
--- @include "overlay"
--- @include "rqframe"
--- @include "listplaces"
--- @include "writedown"
--- @include "namedjobs"
--- @include "rqtasks"
local outcome = table.concat(codes)
remember(outcome)
return outcome
