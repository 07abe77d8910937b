#!lua
-- Applies an operator's action to at most 100 jobs. Skips jobs that are no longer where the client
-- saw them.
-- KEYS 1: `rq:queues`; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: operation; 3: the queue's name; 4: action; then for each job: id, state,
--      `=SCORE` `@MS` or `-`, `queue INDEX` or '', and the new due time in ms, or ''
-- Reply: one code per job; see include/rqtasks
-- Errors: `LACKS COMMAND KEY`
--- @include "rqact"
