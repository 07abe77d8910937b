#!lua flags=allow-oom
-- Scans one set that contains an operation's tasks and moves back the tasks that can be undone, without passing their
-- ids through a client. Scans in set order, so that adjacent tasks are moved together: this takes a third of the time
-- that a random order would. Counts the restored tasks in the undone operation's record in the same atomic step, so
-- that an undo resumed after a crash has the right count.
-- KEYS 1: the set; 2: pending; 3: retry; 4: failed; 5: done; 6: trash; 7: tasks; 8: tries; 9: before; 10: leases; 11:
--      cancel; 12: meta; 13: memo; 14: ops; 15: the undo's record; 16: the record of the undone operation
-- ARGV 1: nonce; 2: the operation to undo; 3: the undo's own id; 4: wake channel; 5: how long undo is possible unless
--      meta sets it, in ms; 6: the set's role; 7: number of members to read; 8: lowest score; 9: highest score; 10 and
--      11: score and id of the last member read, '' at the start; 12: the operator, '' for the session in the nonce;
--      the call holds the undo for five seconds
-- Reply: {`1|0 restored movedOn restoredInAll µs lastScore lastId`, pending request of the undo}. The first word is 1
--   at the end of the set. restoredInAll counts all undos of the operation, and is - if its record is missing. µs is
--   how long the call kept Redis busy. nil if the operation is unknown.
-- Errors: `HELD OPERATOR MS`
--- @include "begin"
--- @include "busyfor"
local memoKey, nonce, metaKey = KEYS[13], ARGV[1], KEYS[12]
--- @include "memo"
local undoing = try('HMGET', KEYS[15], 'at', 'holder', 'held', 'wish')
if undoing.err then
  return damaged('op:' .. ARGV[3])
elseif answer then
  return {answer, undoing[4] or ''}
end
--- @include "tokens"
--- @include "version"
--- @include "before"
--- @include "holder"
local walked, lowest, lastScore, lastId = ARGV[6], ARGV[8], ARGV[10], ARGV[11]
local setKeys = {pending = KEYS[2], retry = KEYS[3], failed = KEYS[4], done = KEYS[5], trash = KEYS[6]}
local ids, sets, details, scores, codes = {}, {}, {}, {}, {}
local befores, operation, standing = {}, ARGV[3], true -- standing: true if all tasks are in the set `walked`
local known = try('ZSCORE', KEYS[14], ARGV[2])
if type(known) == 'table' then
  return damaged('ops')
elseif not known then
  return false
elseif type(try('ZCARD', KEYS[1])) == 'table' then
  return damaged(walked)
end
local holder = ARGV[12] ~= '' and ARGV[12] or string.match(nonce, '^(.*)%.%d+$') or nonce
local held = heldByOther(undoing[2], undoing[3], holder)
if held then
  return held
end
--- @include "place"
local first, stop = firstRank(), call('ZCOUNT', KEYS[1], '-inf', ARGV[9])
local last = math.min(first + tonumber(ARGV[7]), stop)
if first < last then
  local met = call('ZRANGE', KEYS[1], first, last - 1)
  lastId = met[#met]
  lastScore = call('ZSCORE', KEYS[1], lastId)
  local entries = try('HMGET', KEYS[9], unpack(met))
  if entries.err then
    return damaged('before')
  end
  local mark = ARGV[2] .. ' '
  for i = 1, #met do
    if entries[i] and string.sub(entries[i], 1, #mark) == mark then
      ids[#ids + 1] = met[i]
      befores[#ids] = entries[i]
    end
  end
end
local restored, movedOn = 0, 0
local function answered()
  local inAll = '-'
  if undoing[1] then
    call('HSET', KEYS[15], 'holder', holder, 'held', string.format('%d', now + 5000))
  end
  if try('HMGET', KEYS[16], 'at')[1] then
    inAll = string.format('%d', call('HINCRBY', KEYS[16], 'restored', restored))
  end
  local outcome = (last >= stop and '1 ' or '0 ') .. restored .. ' ' .. movedOn .. ' ' .. inAll .. ' '
    .. busyFor() .. ' ' .. (lastScore == '' and '-' or lastScore) .. ' ' .. lastId
  remember(outcome)
  return {outcome, undoing[4] or ''}
end
if #ids == 0 then
  return answered()
end
--- @include "goingback"
local role = unwritable()
if role then
  return damaged(role)
end
together = {set = walked, first = first, count = last - first}
commit()
for k = 1, #ids do
  restored = restored + (codes[k] == '1' and 1 or 0)
  movedOn = movedOn + (codes[k] == 'm' and 1 or 0)
end
return answered()
