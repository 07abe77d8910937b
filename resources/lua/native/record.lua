#!lua flags=allow-oom
-- Writes or replaces the record of an operation. When it is finished the first time, the events stream gets one entry, and the
-- operation it undoes gets its name.
-- KEYS 1 ops 2 the record 3 events 4 meta 5 the record of the operation it undoes (or the record again)
-- ARGV 1 unique part of the id 2 the whole id 3 finished 1|0 4 kind 5 tasks acted on 6 by whom 7 1 = it undoes another,
--      then field, value, …
-- Reply: when it was first recorded, ms; 0 when there is no such queue
--- @include "begin"
local metaKey = KEYS[4]
--- @include "version"
if not version then
  return 0
end
local known = try('HMGET', KEYS[2], 'at', 'finished')
if known.err then
  return damaged('op:' .. ARGV[1])
end
local undone = ARGV[7] == '1' and try('EXISTS', KEYS[5]) == 1
if undone and type(try('HLEN', KEYS[5])) == 'table' then
  undone = false
end
local at = known[1] or nowText
local written = try('ZADD', KEYS[1], 'NX', at, ARGV[1])
if type(written) == 'table' then
  return damaged('ops')
end
call('HSET', KEYS[2], 'at', at, 'finished', ARGV[3], 'kind', ARGV[4], 'done', ARGV[5], 'by', ARGV[6], unpack(ARGV, 8))
if ARGV[3] == '1' and known[2] ~= '1' then
  if undone then
    call('HSET', KEYS[5], 'undone_by', ARGV[2])
  end
  try('XADD', KEYS[3], 'MAXLEN', '~', 10000, '*', 'kind', ARGV[4], 'operation', ARGV[2], 'tasks', ARGV[5], 'by', ARGV[6])
end
return tonumber(at)
