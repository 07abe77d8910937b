-- Checks whether the task still has the lease that the operator saw. Returns 0 if there is no such task, m if its lease
-- is a different one.
-- KEYS 1: leased; 2: leases; 3: tasks; 4: meta; 5: memo
-- ARGV 1: nonce; 2: id; 3: token
--- @include "begin"
local memoKey, nonce, metaKey, id, token = KEYS[5], ARGV[1], KEYS[4], ARGV[2], ARGV[3]
--- @include "memo"
if answer then
  return answer
end
--- @include "version"
local holder = try('HGET', KEYS[2], id)
if type(holder) == 'table' then
  return damaged('leases')
end
local expiry = try('ZSCORE', KEYS[1], id)
if type(expiry) == 'table' then
  return damaged('leased')
end
if not expiry or holder ~= token then
  local known = try('HEXISTS', KEYS[3], id)
  if type(known) == 'table' then
    return damaged('tasks')
  end
  local code = known == 1 and 'm' or '0'
  remember(code)
  return code
end
