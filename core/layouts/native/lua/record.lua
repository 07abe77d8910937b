#!lua flags=allow-oom
-- Writes or replaces the record of an operation. When it first finishes, the events stream gets an entry, and the record of the
-- operation it undoes gets its name.
-- KEYS 1 ops 2 the record 3 events 4 meta 5 the record of the operation it undoes (or the record again)
-- ARGV as include/putrecord
-- Reply: when it was first recorded, ms; 0 if there is no such queue
-- Errors: HELD who ms, OVER
--- @include "begin"
local metaKey, undoneKey = KEYS[4], KEYS[5]
--- @include "version"
if not version then
  return 0
end
--- @include "putrecord"
local refused, at, ended = putRecord()
if refused then
  return refused
end
if ended then
  try('XADD', KEYS[3], 'MAXLEN', '~', 10000, '*', 'kind', ARGV[4], 'operation', ARGV[2], 'tasks', ARGV[5], 'by', ARGV[6])
end
return tonumber(at)
