#!lua
-- Applies an operator's action to at most 100 tasks. Skips tasks that are no longer where the
-- client saw them.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: operation; 3: see include/asynqframe; 4: action; then for each task: id, state,
--      `=SCORE` `@MS` or `-`, `pending INDEX` or '', and the new due time in ms, or ''
-- Reply: one code per task; see include/asynqtasks
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "asynqact"
