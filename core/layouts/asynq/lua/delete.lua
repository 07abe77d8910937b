#!lua flags=allow-oom
-- Like `act`, but also runs when the server is out of memory, because deleting frees memory.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: operation; 3: see include/asynqframe; 4: action; then for each task: id, state,
--      `=SCORE` `@MS` or `-`, `pending INDEX` or '', and the new due time in ms, or ''
-- Reply: one code per task; see include/asynqtasks
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "asynqact"
