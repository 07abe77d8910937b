#!lua flags=allow-oom
-- Like `act`, but also runs when the server is out of memory, because deleting frees memory.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: operation; 3: major version of the workers as specified by the user, or ''; 4:
--      action; then for each job: id, state, `=SCORE` `@MS` or `-`, `LIST INDEX` or '', and the new
--      due time in ms, or ''
-- Reply: one code per job; see include/bullmqtasks
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "bullmqact"
