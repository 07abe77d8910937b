#!lua
-- Acts on the next jobs of an operation's list, each only if its exact bytes are still where they were seen, and counts it in the
-- record atomically: the result and the record always agree, even if a client dies. The client has found the places of these jobs;
-- if other jobs are next by now, nothing is done. A repeated call acts on the next jobs.
-- KEYS 1 the queue's list 2 the base of Dueline's keys 3 the operation's list 4 the record
-- ARGV 1 the operator 2 operation 3 unused 4 to 11 as include/bulkbegin, then seven for each of the next jobs: its id on the list and six
--      as include/laraveltasks
-- Reply: as include/bulkend; codes as include/laraveltasks
-- Errors: HELD who ms, OVER, GONE, LACKS command key
--- @include "begin"
--- @include "overlay"
--- @include "laravelframe"
--- @include "membertrash"
--- @include "bulkbegin"
--- @include "listplaces"
nearby, deepest = 300, 10000 -- jobs are long
--- @include "writedown"
--- @include "membersteps"
--- @include "laraveltasks"
--- @include "bulkend"
