-- Starts a step of an undo. KEYS 1 and 2 are those of include/overlay.
-- ARGV 1: the operation to undo; 2: the undo's own id; 4: the operator; 5: maximum number of tasks (0: only renew the
-- hold and return the pending request) Provides `was`, the entries to undo in this step (last first, each a table), and
-- their kind.
--- @include "busyfor"
--- @include "holder"
local operation, who = ARGV[1], ARGV[4]
local undoKey = overlay .. 'op:' .. ARGV[2]
--- @include "writedown"
local undone = try('HMGET', overlay .. 'op:' .. operation, 'at', 'layout')
if undone.err then
  return damaged('op:' .. operation)
elseif not undone[1] then
  return redis.error_reply('GONE operation')
elseif undone[2] and undone[2] ~= layout then
  return refused('layout ' .. undone[2])
end
local undoing = try('HMGET', undoKey, 'at', 'holder', 'held', 'wish')
if undoing.err then
  return damaged('op:' .. ARGV[2])
end
local held = heldByOther(undoing[2], undoing[3], who)
if held then
  return held
end
local packed = call('LINDEX', wasKey, -1)
local entry = packed and cmsgpack.unpack(packed) or {''}
local kind, was = entry[1], {}
for i = #entry, math.max(2, #entry - tonumber(ARGV[5]) + 1), -1 do
  was[#was + 1] = entry[i]
end
local restored, movedOn = 0, 0
