#!lua flags=no-writes,allow-oom
-- Returns the schedules whose tick is due.
-- KEYS 1: ticks; 2: schedules; 3: ticked
-- ARGV 1: limit
-- Reply: {now, next tick later than now or '', then for each due schedule, earliest first: name, tick, definition or
-- '', last tick or ''}
--- @include "begin"
local due = try('ZRANGEBYSCORE', KEYS[1], '-inf', nowText, 'WITHSCORES', 'LIMIT', 0, ARGV[1])
if due.err then
  return damaged('ticks')
end
local answer = {now, call('ZRANGEBYSCORE', KEYS[1], '(' .. nowText, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2] or ''}
for i = 1, #due, 2 do
  local definition, last = try('HGET', KEYS[2], due[i]), try('HGET', KEYS[3], due[i])
  if type(definition) == 'table' then
    return damaged('schedules')
  end
  local at = #answer
  answer[at + 1], answer[at + 2], answer[at + 3] = due[i], due[i + 1], definition or ''
  answer[at + 4] = type(last) == 'string' and last or ''
end
return answer
