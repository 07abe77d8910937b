#!lua flags=allow-oom
-- Does the same as `act`, but also runs when the server is out of memory, because a deletion frees memory.
-- KEYS 1 the base of the queue's keys 2 the base of Dueline's keys 3 memo
-- ARGV 1 nonce 2 operation 3 major version of the workers as specified by the user, or '' 4 the action, then for each: id, state,
--      `=SCORE` `@MS` or `-`, `LIST INDEX` or '', and the new due time, ms, or ''
-- Reply: a code per job, see include/bullmqtasks
-- Errors: REFUSED why, LACKS command key
--- @include "bullmqact"
