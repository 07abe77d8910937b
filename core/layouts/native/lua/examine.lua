#!lua flags=no-writes,allow-oom
-- Scans part of one of a queue's keys and reports faults. Writes nothing.
-- KEYS 1: pending; 2: retry; 3: leased; 4: failed; 5: done; 6: trash; 7: tasks; 8: tries; 9: history; 10: results; 11:
--      leases; 12: damaged; 13: meta
-- ARGV 1: the key to scan, 1 to 12; 2: cursor; 3: approximate number of entries
-- Reply: {next cursor, 0 at the end, entries read, then for each fault: id, letter}. Letters: m a member without an
--   envelope, u an envelope that cannot be read, b a large envelope that the client must read, d a task that is also in
--   a later set, s an envelope whose task is in no state, q a quarantined entry, l a leftover of a deleted task
--- @include "begin"
local metaKey = KEYS[13]
--- @include "version"
--- @include "envelope"
local roles = {'pending', 'retry', 'leased', 'failed', 'done', 'trash', 'tasks', 'tries', 'history', 'results', 'leases', 'damaged'}
local largest, budget = 4096, 262144 -- maximum number of bytes per envelope, and in total per step
local walked = tonumber(ARGV[1])
local page = try(walked <= 6 and 'ZSCAN' or 'HSCAN', KEYS[walked], ARGV[2], 'COUNT', ARGV[3])
if page.err then
  return damaged(roles[walked])
end
local ids = {}
for i = 1, #page[2], 2 do
  if page[2][i] ~= '' then -- '' is the guard entry in `leases`
    ids[#ids + 1] = page[2][i]
  end
end
local reply = {page[1], #ids}
local function tell(id, what)
  reply[#reply + 1] = id
  reply[#reply + 1] = what
end
-- Reports tasks that are in two sets. Compares each pair of sets once.
local function tellDoubled()
  for set = walked + 1, #ids > 0 and 6 or 0 do
    local size = try('ZCARD', KEYS[set])
    if type(size) == 'table' then
      return roles[set]
    end
    local scores = size > 0 and call('ZMSCORE', KEYS[set], unpack(ids)) or {}
    for i = 1, #scores do
      if scores[i] then
        tell(ids[i], 'd')
      end
    end
  end
end
local function walkMembers()
  for i = 1, #ids do
    local length = try('HSTRLEN', KEYS[7], ids[i])
    if type(length) == 'table' then
      return 'tasks'
    end
    if length == 0 then
      tell(ids[i], 'm')
    elseif length > largest or length > budget then
      tell(ids[i], 'b')
    else
      budget = budget - length
      if not readable(call('HGET', KEYS[7], ids[i])) then
        tell(ids[i], 'u')
      end
    end
  end
end
-- Checks the entries of hashes: each entry's task must be in some state (for `leases`, leased) or in quarantine.
local function walkEntries()
  local placed, kept = {}, {}
  for from = 1, #ids, 1000 do
    local last = math.min(#ids, from + 999)
    for set = walked == 11 and 3 or 1, walked == 11 and 3 or 6 do
      local scores = try('ZMSCORE', KEYS[set], unpack(ids, from, last))
      if scores.err then
        return roles[set]
      end
      for i = 1, #scores do
        placed[from + i - 1] = placed[from + i - 1] or scores[i]
      end
    end
    local aside = try('HMGET', KEYS[12], unpack(ids, from, last))
    if aside.err then
      return 'damaged'
    end
    for i = 1, #aside do
      kept[from + i - 1] = aside[i]
    end
  end
  for i = 1, #ids do
    if not placed[i] and (walked == 11 or not kept[i]) then
      tell(ids[i], walked == 7 and 's' or 'l')
    end
  end
end
local role
if walked <= 6 then
  role = walkMembers() or tellDoubled()
elseif walked == 12 then
  for i = 1, #ids do
    tell(ids[i], 'q')
  end
else
  role = walkEntries()
end
return role and damaged(role) or reply
