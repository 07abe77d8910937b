#!lua flags=allow-oom
-- Ends the leases of completed tasks.
-- KEYS 1: leased; 2: leases; 3: done; 4: tasks; 5: tries; 6: history; 7: results; 8: memo; 9: statistics prefix;
--      10: meta; 11: expiring; 12: cancel; 13: prefix of the big payloads' keys; 14: before
-- ARGV 1: nonce; 2: outcomes to publish, '' for none; 3: their channel; 4: number of results; then for each result:
--      id, result; then groups: token, n, id…
-- Reply: one character per id: 1 = done; 3 = done although its lease had expired; s = stale; u = unknown
--- @include "begin"
local memoKey, nonce, statisticsPrefix = KEYS[8], ARGV[1], KEYS[9]
--- @include "memo"
--- @include "statistics"
--- @include "history"
if answer then
  return answer
end
local meta = try('HMGET', KEYS[10], 'version', 'keep_done', 'big', 'keep_results', 'keep_runs')
if meta.err then
  return damaged('meta')
end
if meta[1] and meta[1] ~= '1' then
  return newer(meta[1])
end
local keep = meta[2] ~= '0'
local results = tonumber(ARGV[4])
local firstGroup = 5 + 2 * results
--- @include "groups"
local asked = #ids
local held = try('HMGET', KEYS[2], unpack(ids))
if held.err then
  return damaged('leases')
end
local overdue = try('ZCOUNT', KEYS[1], '-inf', '(' .. nowText)
if type(overdue) == 'table' then
  return damaged('leased')
end

local codes
local clean = overdue == 0
for k = 1, asked do
  if held[k] ~= tokens[k] then
    clean = false
    break
  end
end
if not clean then
  codes = {}
  local accepted, acceptedTokens = {}, {}
  local expiries = overdue > 0 and call('ZMSCORE', KEYS[1], unpack(ids)) or {}
  for k = 1, asked do
    if held[k] == tokens[k] then
      accepted[#accepted + 1] = ids[k]
      acceptedTokens[#accepted] = tokens[k]
      codes[k] = expiries[k] and tonumber(expiries[k]) < now and '3' or '1'
    else
      codes[k] = try('HEXISTS', KEYS[4], ids[k]) == 1 and 's' or 'u'
    end
  end
  ids, tokens = accepted, acceptedTokens
end

local size = #ids
if size > 0 then
  if keep then
    local entries = {}
    for k = 1, size do
      entries[2 * k - 1] = nowText
      entries[2 * k] = ids[k]
    end
    local written = try('ZADD', KEYS[3], unpack(entries))
    if type(written) == 'table' then
      return damaged('done')
    end
  else
    local written = try('HDEL', KEYS[4], unpack(ids))
    if type(written) == 'table' then
      return damaged('tasks')
    end
  end
  local ended = call('ZREM', KEYS[1], unpack(ids))
  call('HDEL', KEYS[2], unpack(ids))

  local seen = ended ~= size and {} -- count duplicate ids only once
  local ran, again = {}, {}
  local token, class, retried
  for k = 1, size do
    if tokens[k] ~= token then
      token = tokens[k]
      retried = string.sub(token, 1, 2) ~= '1-'
      class = classOf(now - (tonumber(string.match(token, '%-(%d+)$')) or now))
    end
    if not (seen and seen[ids[k]]) then
      ran[class] = (ran[class] or 0) + 1
    end
    if seen then
      seen[ids[k]] = true
    end
    if retried then
      again[#again + 1] = ids[k]
    end
  end
  if #again > 0 then
    try('HDEL', KEYS[5], unpack(again))
  end
  if keep and meta[5] == '1' then -- record the worker and the times only if the queue's settings require it
    local histories = try('HMGET', KEYS[6], unpack(ids))
    local entries, run = {}, nil
    for k = 1, histories.err and 0 or size do
      if k == 1 or tokens[k] ~= token then
        token = tokens[k]
        local session, leasedAt = string.match(token, '^%d+%-(.*)%.%d+%-(%d+)$')
        run = ' ' .. (leasedAt or nowText) .. ' ' .. nowText .. ' ' .. (session or '-') .. ' done '
      end
      entries[2 * k - 1] = ids[k]
      entries[2 * k] = withLine(histories[k], lastNumberOf(histories[k]) + 1 .. run)
    end
    if #entries > 0 then
      try('HSET', KEYS[6], unpack(entries))
    end
  end
  if not keep and try('EXISTS', KEYS[6], KEYS[14]) > 0 then
    try('HDEL', KEYS[6], unpack(ids)) -- a task that failed before its first lease also has a history
    try('HDEL', KEYS[14], unpack(ids)) -- keep undo from moving a later task with the same id
  end
  if try('EXISTS', KEYS[11], KEYS[12]) > 0 then
    try('ZREM', KEYS[11], unpack(ids))
    try('HDEL', KEYS[12], unpack(ids))
  end
  if not keep and meta[3] then
    for k = 1, size do
      call('UNLINK', KEYS[13] .. ids[k])
    end
  end
  if keep and results > 0 then -- store a result only if the task's or the queue's settings require it
    local accepted, entries = {}, {}
    for k = 1, size do
      accepted[ids[k]] = true
    end
    for i = 5, 3 + 2 * results, 2 do
      local wanted = accepted[ARGV[i]]
      if wanted and meta[4] ~= '1' then
        local envelope = try('HGET', KEYS[4], ARGV[i])
        local line = type(envelope) == 'string' and string.match(envelope, '^[^\n]*')
        wanted = line and string.find(line, '"r":1', 1, true)
      end
      if wanted then
        entries[#entries + 1] = ARGV[i]
        entries[#entries + 1] = ARGV[i + 1]
      end
    end
    if #entries > 0 then
      try('HSET', KEYS[7], unpack(entries))
    end
  end
  for runClass, tasks in pairs(ran) do
    count('r' .. runClass, tasks)
  end
  if ARGV[2] ~= '' then
    call('PUBLISH', ARGV[3], ARGV[2])
  end
end
local codesText = codes and table.concat(codes) or string.rep('1', asked)
remember(codesText)
return codesText
