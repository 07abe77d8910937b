#!lua flags=no-writes
-- Predicts what `act` or `delete` would do to at most 100 jobs now.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV: as for `act`, but 1 and the new due times are unused
-- Reply: {one code per job, see include/bulljudge, or 1; approximate bytes of undo data}
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
local operation, kind = ARGV[2], ARGV[4]
--- @include "overlay"
--- @include "bullframe"
--- @include "bulltrash"
--- @include "listplaces"
--- @include "namedjobs"
--- @include "bulljudge"
local errorField = 11 -- index of the error in jobFields
--- @include "jobforesight"
