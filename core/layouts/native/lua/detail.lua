#!lua flags=no-writes,allow-oom
-- Returns all data of one task except its payload.
-- KEYS 1: pending; 2: retry; 3: leased; 4: failed; 5: done; 6: trash; 7: tasks; 8: tries; 9: history; 10: leases;
--      11: before; 12: results; 13: damaged; 14: meta
-- ARGV 1: id
-- Reply: {now, default attempts or '', set or '', score, payload size as stored or -1, envelope's first line, tries,
-- complete history, token, before, 1 = there is a result, result, reason for the quarantine or ''}
--- @include "begin"
local metaKey, id = KEYS[14], ARGV[1]
--- @include "version"
local set, score = '', ''
for i, role in ipairs({'pending', 'retry', 'leased', 'failed', 'done', 'trash'}) do
  local found = try('ZSCORE', KEYS[i], id)
  if type(found) == 'table' then
    return damaged(role)
  end
  if found then
    set, score = role, found
  end
end
local known = {}
for i, role in ipairs({'tasks', 'tries', 'history', 'leases', 'before', 'results', 'damaged'}) do
  known[i] = try('HGET', KEYS[6 + i], id)
  if type(known[i]) == 'table' then
    return damaged(role)
  end
end
local value = known[1] or ''
local lineEnd = string.find(value, '\n', 1, true) or 0
return {now, call('HGET', metaKey, 'attempts') or '', set, score, known[1] and #value - lineEnd or -1,
  string.sub(value, 1, lineEnd - 1), known[2] or '', known[3] or '', known[4] or '', known[5] or '', known[6] and 1 or 0,
  known[6] or '', known[7] or ''}
