#!lua
-- Adds jobs as Sidekiq's client does. Records each addition for a day, because Sidekiq has no key
-- for finding a job by its jid.
-- KEYS 1: the `queues` key; 2: prefix of Dueline's keys
-- ARGV 1: the queue; 2: the import operation that adds the jobs, or ''; then for each job: jid, a
--      digest of its content, its bytes, `schedule` or `retry`, and its score there, or '' for now
-- Reply: one code per job: 1 = added; e = added before with the same content; c = the jid was added
--   with different content
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "sidekiqframe"
wrong = objectionTo({[ARGV[1]] = true})
if wrong then
  return wrong
end
local codes = {}
for i = 3, #ARGV, 5 do
  local jid, digest, member, set, score = unpack(ARGV, i, i + 4)
  local noted = overlay .. 'added:' .. jid
  local before = try('GET', noted)
  if before then
    codes[#codes + 1] = before == digest and 'e' or 'c'
  else
    call('SET', noted, digest, 'PX', undoKept)
    if score ~= '' then
      call('ZADD', base .. set, score, member)
    else
      pushTo('LPUSH', ARGV[1], member)
    end
    codes[#codes + 1] = '1'
  end
end
--- @include "arrived"
countArrived(overlay .. 'op:' .. ARGV[2])
return table.concat(codes)
