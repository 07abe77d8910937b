#!lua flags=allow-oom
-- Writes or replaces the record of an operation on a framework's queue. The record is stored next to the queue and
-- expires.
-- KEYS 1: ops; 2: the record; 3: the record of the operation it undoes (or the record again)
-- ARGV: see include/putrecord
-- Reply: time of the first record, in ms
-- Errors: `HELD OPERATOR MS`, OVER
--- @include "begin"
local undoneKey = KEYS[3]
--- @include "putrecord"
local keepMs = 691200000 -- a day longer than records are shown, in ms
local refused, at = putRecord()
if refused then
  return refused
end
call('PEXPIRE', KEYS[2], keepMs)
call('PEXPIRE', KEYS[1], keepMs)
call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%d', now - keepMs))
return tonumber(at)
