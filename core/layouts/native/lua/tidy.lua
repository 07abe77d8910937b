#!lua flags=allow-oom
-- Removes leftovers of deleted tasks: entries whose tasks are neither in a state nor in quarantine. Safe to repeat.
-- KEYS 1: pending; 2: retry; 3: leased; 4: failed; 5: done; 6: trash; 7: tries; 8: history; 9: results; 10: leases; 11:
--      damaged; 12: tasks; 13: meta
-- ARGV: ids
-- Reply: the number of entries removed
--- @include "begin"
local metaKey = KEYS[13]
--- @include "version"
local roles = {'pending', 'retry', 'leased', 'failed', 'done', 'trash', 'tries', 'history', 'results', 'leases', 'damaged', 'tasks'}
if #ARGV == 0 then
  return 0
end
local known = {}
for k = 1, 12 do
  local found
  if k <= 6 then
    found = try('ZMSCORE', KEYS[k], unpack(ARGV))
  elseif k == 12 then
    found = try('HLEN', KEYS[k])
    found = type(found) == 'table' and found or {}
  else
    found = try('HMGET', KEYS[k], unpack(ARGV))
  end
  if found.err then
    return damaged(roles[k])
  end
  known[k] = found
end
local removed = 0
for i = 1, #ARGV do
  local placed = known[11][i] or call('HEXISTS', KEYS[12], ARGV[i]) == 1
  for set = 1, 6 do
    placed = placed or known[set][i]
  end
  if not placed then
    for k = 7, 9 do
      removed = removed + call('HDEL', KEYS[k], ARGV[i])
    end
  end
  if ARGV[i] ~= '' and not known[3][i] then
    removed = removed + call('HDEL', KEYS[10], ARGV[i])
  end
end
return removed
