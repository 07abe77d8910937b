#!lua flags=no-writes
-- Predicts what `act` or `delete` would do to at most 100 jobs now.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys
-- ARGV: as for `act`, but 1 and the new due times are unused
-- Reply: {one code per job, see include/bullmqjudge, or 1; approximate bytes of undo data}
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
local operation, kind = ARGV[2], ARGV[4]
--- @include "overlay"
--- @include "bullmqframe"
--- @include "bullmqtrash"
--- @include "listplaces"
--- @include "namedjobs"
--- @include "bullmqjudge"
local errorField = 12 -- index of the error in jobFields
--- @include "jobforesight"
