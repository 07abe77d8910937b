#!lua flags=allow-oom
-- Enables or disables a recurring sidekiq-cron job, as sidekiq-cron itself would, if it is
-- unchanged.
-- KEYS 1: the `queues` key; 2: prefix of Dueline's keys
-- ARGV 1: the job's key, `cron_job:NAME`; 2: the new status; 3: number of fields that the client
--      read, then the name and value of each field, '' for a field without a value
-- Reply: 1 = done; 0 = not found; 2 = the job has changed
-- Errors: `LACKS COMMAND KEY`, DAMAGED role
--- @include "begin"
--- @include "overlay"
base = string.sub(base, 1, -7)
local name = ARGV[1]
local wrong = otherType({['cron_jobs'] = 'set', [name] = 'hash'}) or lacking({{'SISMEMBER', base .. 'cron_jobs', 'm'},
  {'HGET', base .. name, 'f'}, {'HSET', base .. name, 'f', 'v'}})
if wrong then
  return wrong
end
if call('SISMEMBER', base .. 'cron_jobs', name) == 0 or call('EXISTS', base .. name) == 0 then
  return 0
end
for i = 4, 2 + 2 * tonumber(ARGV[3]), 2 do
  if (call('HGET', base .. name, ARGV[i]) or '') ~= ARGV[i + 1] then
    return 2
  end
end
call('HSET', base .. name, 'status', ARGV[2])
return 1
