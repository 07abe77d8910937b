#!lua flags=allow-oom
-- Checks a random sample for entries whose task is in no state. Keeps an envelope without a state, adding it to the
-- damaged list; removes all other leftovers.
-- KEYS 1: damaged; 2: tasks; 3: tries; 4: history; 5: results; 6: leases; 7: pending; 8: retry; 9: leased; 10: failed;
--      11: done; 12: trash; 13: meta
-- ARGV 1: sample per hash
-- Reply: {number of envelopes added to the damaged list, number of other entries removed}
--- @include "begin"
local metaKey = KEYS[13]
--- @include "version"
local roles = {'damaged', 'tasks', 'tries', 'history', 'results', 'leases', 'pending', 'retry', 'leased', 'failed', 'done',
  'trash'}
local ids, owners = {}, {} -- owners: the hash in which each id was found
for hash = 2, 6 do
  local sample = try('HRANDFIELD', KEYS[hash], '-' .. ARGV[1])
  if sample.err then
    return damaged(roles[hash])
  end
  local seen = {}
  for i = 1, #sample do
    if not seen[sample[i]] and sample[i] ~= '' then -- '' is the guard entry in `leases`
      seen[sample[i]] = true
      ids[#ids + 1] = sample[i]
      owners[#ids] = hash
    end
  end
end
if #ids == 0 then
  return {0, 0}
end
local placed = {}
for set = 7, 12 do
  local scores = try('ZMSCORE', KEYS[set], unpack(ids))
  if scores.err then
    return damaged(roles[set])
  end
  for i = 1, #ids do
    if scores[i] and (owners[i] ~= 6 or set == 9) then -- only a leased task may have a lease
      placed[i] = true
    end
  end
end
local quarantined = try('HMGET', KEYS[1], unpack(ids))
if quarantined.err then
  return damaged('damaged')
end
local entries, removed = {}, 0
for i = 1, #ids do
  if not placed[i] and not (quarantined[i] and owners[i] < 6) then
    if owners[i] == 2 then
      entries[#entries + 1] = ids[i]
      entries[#entries + 1] = nowText .. ' - an envelope whose task is in no state'
    else
      removed = removed + call('HDEL', KEYS[owners[i]], ids[i])
    end
  end
end
if #entries > 0 then
  call('HSET', KEYS[1], unpack(entries))
end
return {#entries / 2, removed}
