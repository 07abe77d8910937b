#!lua flags=allow-oom
-- Writes or replaces an operation's record. When an operation finishes for the first time, adds an entry to the events
-- stream. If the operation is an undo, stores its id in the record of the operation it undoes. An import's record is
-- written before its first task, so it creates the queue.
-- KEYS 1: ops; 2: the record; 3: events; 4: meta; 5: the record of the operation it undoes (or the record again); 6:
--      leases
-- ARGV: see include/putrecord
-- Reply: time of the first record, in ms, negative if this call created the queue; 0 if there is no such queue
-- Errors: `HELD OPERATOR MS`, OVER
--- @include "begin"
local metaKey, undoneKey = KEYS[4], KEYS[5]
--- @include "version"
local creates = not version and ARGV[4] == 'import' and ARGV[3] == '0'
if not version and not creates then
  return 0
end
--- @include "putrecord"
local refused, at, ended = putRecord()
if refused then
  return refused
end
if creates then
  local guarded = try('HSETNX', KEYS[6], '', string.rep('-', 65)) -- creates the guard entry; see include/add.lua
  if type(guarded) == 'table' then
    return damaged('leases')
  end
  call('HSET', metaKey, 'version', '1', 'rolled', string.format('%d', math.floor(now / 3600000) - 1))
end
if ended then
  try('XADD', KEYS[3], 'MAXLEN', '~', 10000, '*', 'kind', ARGV[4], 'operation', ARGV[2], 'tasks', ARGV[5], 'by', ARGV[6])
end
return creates and -tonumber(at) or tonumber(at)
