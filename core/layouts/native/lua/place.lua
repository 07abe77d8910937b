#!lua flags=allow-oom
-- Moves parked tasks (due at the end of time) to the set and score that they had in another queue, with their attempts,
-- errors and results. Tasks that are no longer parked are left unchanged, so a repeated call is harmless.
-- KEYS 1: pending; 2: retry; 3: failed; 4: done; 5: trash; 6: tries; 7: before; 8: history; 9: results; 10: expiring;
--      11: meta; 12: tasks; 13: the operation's record, which counts the tasks that this call places
-- ARGV 1: operation; 2: wake channel; 3: the due time of parked tasks; then for each task: id, set, score, tries or '',
--      history or '', r and the result or '', in the trash: the set and score that restore returns the task to, or ''
-- Reply: one character per id: 1 = placed now or before by this operation; m = no longer parked; 0 = no such task
--- @include "begin"
local metaKey = KEYS[11]
--- @include "version"
local operation, wakeChannel, parked = ARGV[1], ARGV[2], tonumber(ARGV[3])
local setKeys = {pending = KEYS[1], retry = KEYS[2], failed = KEYS[3], done = KEYS[4], trash = KEYS[5]}
local ids = {}
for i = 4, #ARGV, 7 do
  ids[#ids + 1] = ARGV[i]
end
local scores = try('ZMSCORE', KEYS[1], unpack(ids))
if scores.err then
  return damaged('pending')
end
local befores = try('HMGET', KEYS[7], unpack(ids))
if befores.err then
  return damaged('before')
end
for role, key in pairs(setKeys) do
  if type(try('ZCARD', key)) == 'table' then
    return damaged(role)
  end
end
for role, key in pairs({tries = KEYS[6], history = KEYS[8], results = KEYS[9], tasks = KEYS[12]}) do
  if type(try('HLEN', key)) == 'table' then
    return damaged(role)
  end
end
if type(try('ZCARD', KEYS[10])) == 'table' then
  return damaged('expiring')
end

local codes, given, mark = {}, {}, operation .. ' '
local placed = 0
-- entering[set] = {score, id, …}; leaving: ids that leave pending; ended: ids of finished tasks
local entering, leaving, ended = {}, {}, {}
local tries, histories, results, remembered = {}, {}, {}, {} -- lists of the form id, value, …
local soonest

local function append(list, first, second)
  list[#list + 1] = first
  list[#list + 1] = second
end

for k = 1, #ids do
  local id, at = ids[k], 7 * k - 3
  local set, score, had, history, result, back
    = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4], ARGV[at + 5], ARGV[at + 6]
  if given[id] or not setKeys[set] then
    codes[k] = 'm'
  elseif scores[k] and tonumber(scores[k]) == parked and not (befores[k] and string.sub(befores[k], 1, #mark) == mark) then
    codes[k] = '1'
    placed = placed + 1
    entering[set] = entering[set] or {}
    append(entering[set], score, id)
    if set ~= 'pending' then
      append(leaving, id)
    end
    if had ~= '' then
      append(tries, id, had)
    end
    if history ~= '' then
      append(histories, id, history)
    end
    if result ~= '' then
      append(results, id, string.sub(result, 2))
    end
    had = had ~= '' and had or '- - - -'
    if set ~= 'trash' then -- undo moves the task to the trash
      append(remembered, id, operation .. ' trash ' .. nowText .. ' ' .. had .. ' ' .. set)
    -- restore moves the task to the set and score in `back`; undo leaves `back` unchanged
    elseif back ~= '' then
      append(remembered, id, '- ' .. back .. ' ' .. had .. ' trash')
    end
    if set == 'failed' or set == 'done' then
      append(ended, id)
    end
    if (set == 'pending' or set == 'retry') and (not soonest or tonumber(score) < soonest) then
      soonest = tonumber(score)
    end
  else
    local there = try('ZSCORE', setKeys[set], id)
    local mine = set == 'trash' or (befores[k] and string.sub(befores[k], 1, #mark) == mark)
    if mine and type(there) == 'string' and tonumber(there) == tonumber(score) then
      codes[k] = '1'
    else
      codes[k] = call('HEXISTS', KEYS[12], id) == 1 and 'm' or '0'
    end
  end
  given[id] = true
end
if #remembered > 0 then
  call('HSET', KEYS[7], unpack(remembered))
end
if #tries > 0 then
  call('HSET', KEYS[6], unpack(tries))
end
if #histories > 0 then
  call('HSET', KEYS[8], unpack(histories))
end
if #results > 0 then
  call('HSET', KEYS[9], unpack(results))
end
for set, entries in pairs(entering) do
  call('ZADD', setKeys[set], unpack(entries))
end
if #leaving > 0 then
  call('ZREM', KEYS[1], unpack(leaving))
end
if #ended > 0 then
  call('ZREM', KEYS[10], unpack(ended))
end
local record = placed > 0 and try('HMGET', KEYS[13], 'at')
if record and record[1] then
  call('HINCRBY', KEYS[13], 'arrived', placed)
end
if soonest then
  try('PUBLISH', wakeChannel, string.format('%d', soonest))
end
return table.concat(codes)
