#!lua flags=allow-oom
-- The same as act, for deleting alone: that frees memory, so a full server takes it.
-- KEYS 1 the base of the queue's keys 2 the base of ours 3 memo
-- ARGV 1 nonce 2 operation 3 `yes`: it is Bull's, whoever opened it 4 the action, then for each: id, state, `=SCORE` `@MS` or `-`,
--      `LIST INDEX` or '', and the new due time, ms, or ''
-- Reply: a code per job, see include/bulltasks
-- Errors: REFUSED why, LACKS command key
--- @include "bullact"
