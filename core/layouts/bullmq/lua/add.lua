#!lua
-- Adds jobs as BullMQ does.
-- KEYS 1: prefix of the queue's keys; 2: prefix of Dueline's keys; 3: memo
-- ARGV 1: nonce; 2: the import operation that adds the jobs, or ''; 3: major version of the workers
--      as specified by the user, or ''; then for each job: id, name, data, opts as JSON, due time
--      in ms, `+MS` from now, or '' for now, priority (0: none), the time in ms at which it was
--      added to another queue ('' for now), and its delay in that queue in ms. If the job had the
--      same options in that queue, the opts are preceded by the stored opts and a line feed.
-- Reply: one code per job: 1 = added; e = the id exists with the same name and data; c = it exists
--   with a different name or data
-- Errors: `REFUSED REASON`, `LACKS COMMAND KEY`
--- @include "begin"
local memoKey, nonce = KEYS[3], ARGV[1]
--- @include "memo"
if answer then
  return answer
end
--- @include "overlay"
--- @include "bullmqframe"
--- @include "bullmqtrash"

-- Adds the three options that Bull always writes and BullMQ also accepts. In a disputed queue, a
-- job without them would count as evidence that the queue belongs to BullMQ.
local function withEachOption(opts, delay, addedAt)
  local given = string.sub(opts, 2, -2)
  local attempts = string.find(given, '"attempts":', 1, true) and '' or '"attempts":1,'
  return '{' .. attempts .. '"delay":' .. whole(delay) .. ',"timestamp":' .. addedAt .. (given ~= '' and ',' .. given or '') .. '}'
end

-- Adds the delay that the job had in its previous queue. The delay has already elapsed, but readers use it to calculate
-- when the job started waiting.
local function withDelay(opts, delay)
  local given = string.sub(opts, 2, -2)
  return '{"delay":' .. delay .. (given ~= '' and ',' .. given or '') .. '}'
end

local codes = {}
for i = 4, #ARGV, 8 do
  local id, name, data, opts, due, priority, addedAt, waitedFor = unpack(ARGV, i, i + 7)
  local stored, plain = string.match(opts, '^([^\n]+)\n(.*)$')
  opts = plain or opts
  local hash = base .. id
  local there = try('HMGET', hash, 'name', 'data')
  if there.err or call('EXISTS', hash) == 1 then
    codes[#codes + 1] = there[1] == name and there[2] == data and 'e' or 'c'
  else
    call('INCR', base .. 'id')
    due = string.sub(due, 1, 1) == '+' and whole(now + tonumber(due)) or due
    if addedAt == '' or tonumber(addedAt) > now then
      addedAt, waitedFor = nowText, '0'
    end
    local isLater = due ~= '' and tonumber(due) > now
    local delay = isLater and tonumber(due) - tonumber(addedAt) or 0
    if bulls and not unproven then
      opts = withEachOption(opts, isLater and delay or waitedFor, addedAt)
    elseif stored then
      opts = stored
    elseif waitedFor ~= '0' and not isLater then
      opts = withDelay(opts, waitedFor)
    end
    call('HSET', hash, 'name', name, 'data', data, 'opts', opts, 'timestamp', addedAt, 'delay', whole(delay), 'priority', priority)
    announce('event', 'added', 'jobId', id, 'name', name)
    if isLater then
      local lowest, highest = tonumber(due) * 4096, tonumber(due) * 4096 + 4095
      local top = call('ZRANGE', base .. 'delayed', whole(highest), whole(lowest), 'BYSCORE', 'REV', 'LIMIT', 0, 1, 'WITHSCORES')
      call('ZADD', base .. 'delayed', whole(top[2] and math.min(tonumber(top[2]) + 1, highest) or lowest), id)
      announce('event', 'delayed', 'jobId', id, 'delay', due)
      dueChanged = true
    else
      makeReady(id, priority, string.find(opts, '"lifo":true', 1, true))
      announce('event', 'waiting', 'jobId', id)
    end
    codes[#codes + 1] = '1'
  end
end
if not meta[4] and not disputed then
  call('HSET', base .. 'meta', 'opts.maxLenEvents', maxEvents)
end
wake()
--- @include "arrived"
countArrived(overlay .. 'op:' .. ARGV[2])
local outcome = table.concat(codes)
remember(outcome)
return outcome
