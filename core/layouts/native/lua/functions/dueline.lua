#!lua name=dueline
-- Provides Dueline's scripts as Redis 7 functions. For arguments and replies, see resources/docs/functions.md. The
-- scripts are identical to those run by EVALSHA. The code that follows them parses arguments typed by people.
local programVersion = '@VERSION@'
local scripts = {}
--- @function "native/add"
--- @function "native/claim"
--- @function "native/extend"
--- @function "native/ack"
--- @function "native/nack"
--- @function "native/recover"
--- @function "native/quarantine"
--- @function "native/cancellease"
--- @function "native/discard"
--- @function "native/record"
--- @include "tokens"
--- @include "envelope"

local longestLease, bigPayload, largestPayload = 86400000, 65536, 1048576
local digits = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
local made = 0 -- number of ids this library has generated since it was loaded

-- Ends the call with an error reply.
local function refuse(text)
  error({refusal = text})
end

-- Returns a script's reply, or ends the call if it is an error.
local function answerOf(reply)
  if type(reply) == 'table' and reply.err then
    refuse(reply.err)
  end
  return reply
end

local function ask(...)
  return answerOf(redis.pcall(...))
end

local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000), time[1] * 1000000 + time[2]
end

local function whole(number)
  return string.format('%d', number)
end

-- Parses a duration such as `1500`, `90s` or `1h30m`. Returns it in ms, or nil if it is invalid.
local unitMs = {ms = 1, s = 1000, m = 60000, h = 3600000, d = 86400000}
local function durationOf(text)
  if string.find(text, '^%d+$') then
    return #text <= 13 and tonumber(text) or nil
  end
  local sum, rest = 0, text
  while rest ~= '' do
    local number, unit, after = string.match(rest, '^(%d+)(%l+)(.*)$')
    if not number or #number > 13 or not unitMs[unit] then
      return nil
    end
    sum, rest = sum + tonumber(number) * unitMs[unit], after
  end
  return text ~= '' and sum <= 3155760000000 and sum or nil
end

local function wanted(text, what)
  local duration = durationOf(text)
  return duration or refuse('ERR ' .. what .. ' must be a duration in ms, or with units, such as 90s or 1h30m.')
end

-- Parses a time: `+90s` from now, or ms since 1970. Returns it in ms since 1970.
local function instantOf(text, now, what)
  if string.byte(text) == 43 then
    return now + wanted(string.sub(text, 2), what)
  end
  local instant = string.find(text, '^%d+$') and #text <= 15 and tonumber(text)
  if not instant or instant < 100000000000 or instant >= 253402300799000 then
    refuse('ERR ' .. what .. ' must be a time from now, such as +5000 or +90s, or an instant in ms since 1970.')
  end
  return instant
end

-- Returns the queue specified by the call's only key. Refuses calls with fewer than `least` arguments.
local function queueOf(keys, arguments, least, usage)
  local prefix, name = string.match(keys[1] or '', '^([^{}]+):{([^{}]+)}:?$')
  if #keys ~= 1 or not prefix or #name > 256 or #arguments < least then
    refuse('ERR Usage: FCALL ' .. usage)
  end
  local base = prefix .. ':{' .. name .. '}:'
  return {prefix = prefix, name = name, base = base, wake = base .. 'wake', results = base .. 'results'}
end

local function run(script, queue, roles, arguments)
  local keys = {}
  for role in string.gmatch(roles, '%S+') do
    keys[#keys + 1] = queue.base .. role
  end
  return answerOf(scripts[script](keys, arguments))
end

-- Encodes 48 bits of the time, and 48 bits of a digest of the time, the number of ids generated so far and the salt.
local function uniquePart(now, micros, salt)
  made = made + 1
  local digest = redis.sha1hex(whole(micros) .. ' ' .. made .. ' ' .. salt)
  local text, rest = {}, now
  for place = 8, 1, -1 do
    text[place] = string.sub(digits, rest % 64 + 1, rest % 64 + 1)
    rest = math.floor(rest / 64)
  end
  for place = 1, 2 do
    local bits = tonumber(string.sub(digest, 6 * place - 5, 6 * place), 16)
    for k = 4, 1, -1 do
      text[4 + 4 * place + k] = string.sub(digits, bits % 64 + 1, bits % 64 + 1)
      bits = math.floor(bits / 64)
    end
  end
  return table.concat(text)
end

-- Adds an entry to the worker list, if the user may write to the list and it is on this cluster node.
local function beat(queue, worker, now, lease, running)
  local key = queue.prefix .. ':w:' .. worker
  local written = redis.pcall('HSET', key, 'host', 'function', 'pid', '0', 'seen', whole(now), 'lease', whole(lease),
    'concurrency', '1', 'running', whole(running), 'queues', '{' .. queue.name .. '}')
  if type(written) == 'table' then
    return
  end
  redis.pcall('HSETNX', key, 'started', whole(now))
  redis.pcall('PEXPIRE', key, whole(math.max(2 * lease, 3600000)))
  redis.pcall('ZADD', queue.prefix .. ':workers', whole(now), worker)
end

local function sessionOf(token)
  local _, session = partsOf(token)
  if not session or #session > 64 or not string.find(session, '^[%w._:@-]+$') then
    refuse('ERR The token must be the one that dueline_claim returned for this task.')
  end
  return session
end

-- Returns a task's envelope options as a table, and the position at which its payload starts.
local function opened(entry)
  if not entry or not readable(entry) then
    return nil
  end
  local lineEnd = string.find(entry, '\n', 1, true)
  return lineEnd == 3 and {} or cjson.decode(string.sub(entry, 1, lineEnd - 1)), lineEnd + 1
end

-- Returns the delay after `failures` failed attempts, in ms and without jitter, or nil if `backoff` is invalid.
local function delayOf(backoff, failures)
  if backoff == 'none' then
    return 0
  end
  local kind, rest = string.match(backoff, '^(%l+):(.+)$')
  if kind == 'fixed' then
    return durationOf(rest)
  elseif kind == 'exp' then
    local first, cap = string.match(rest, '^([^:]+):([^:]+)$')
    local delay, most = durationOf(first or ''), durationOf(cap or '')
    if not delay or not most or most < delay then
      return nil
    end
    return math.min(most, delay * 2 ^ math.min(failures - 1, 60))
  elseif kind == 'list' then
    local last
    local count = 0
    for part in string.gmatch(rest .. ',', '([^,]*),') do
      local delay = durationOf(part)
      if not delay then
        return nil
      end
      count = count + 1
      if count <= failures then
        last = delay
      end
    end
    return last
  end
  return nil
end

-- Commands that each function calls. Permissions are checked before the first write, so that a missing one can't
-- interrupt a call halfway.
local rights = {
  add = 'EXPIRE GET HEXISTS HGET HINCRBY HMGET HSET HSETNX SET UNLINK ZADD ZCARD ZRANGE',
  claim = 'EXISTS EXPIRE GET HDEL HGET HINCRBY HMGET HSET SET XADD ZADD ZCARD ZCOUNT ZMSCORE ZRANGE ZRANGEBYSCORE ZREM'
    .. ' ZREMRANGEBYRANK',
  extend = 'EXISTS HGET HMGET ZADD',
  ack = 'EXISTS EXPIRE GET HDEL HEXISTS HGET HINCRBY HMGET HSET SET UNLINK ZADD ZCOUNT ZMSCORE ZREM',
  nack = 'EXISTS EXPIRE GET HDEL HEXISTS HGET HINCRBY HMGET HSET SET ZADD ZCARD ZMSCORE ZRANGE ZREM',
  cancel = 'EXISTS EXPIRE GET HDEL HEXISTS HGET HINCRBY HLEN HMGET HSET HSETNX SET XADD ZADD ZCARD ZMSCORE ZREM'
    .. ' ZREMRANGEBYRANK ZSCORE',
}
-- Number of arguments after the key. Since Redis 8, a permission check with the wrong number of arguments is an error.
local further = {
  EXISTS = 0, EXPIRE = 1, GET = 0, HDEL = 1, HEXISTS = 1, HGET = 1, HINCRBY = 2, HLEN = 0, HMGET = 1, HSET = 2, HSETNX = 2, SET = 1,
  UNLINK = 0, XADD = 3, ZADD = 2, ZCARD = 0, ZCOUNT = 2, ZMSCORE = 1, ZRANGE = 2, ZRANGEBYSCORE = 2, ZREM = 1, ZREMRANGEBYRANK = 2,
  ZSCORE = 1,
}
local function checkRights(queue, name)
  local lacking
  for command in string.gmatch(rights[name], '%S+') do
    local arguments = {command, queue.base .. 'tasks'}
    for i = 1, further[command] do
      arguments[2 + i] = '1'
    end
    if not redis.acl_check_cmd(unpack(arguments)) then
      lacking = lacking or command
    end
  end
  if not redis.acl_check_cmd('PUBLISH', queue.wake, '') then
    lacking = lacking or 'PUBLISH to ' .. queue.wake
  end
  if lacking then
    refuse('NOPERM dueline_' .. name .. ' needs ' .. lacking .. ', but this user lacks the permission; nothing was changed. '
      .. 'resources/docs/functions.md describes the required rules.')
  end
end

local addUsage = 'dueline_add 1 dueline:{QUEUE} TYPE PAYLOAD [+DELAY | MS since 1970 | now] [ID unique-part] [UNIQUE key '
  .. 'duration] [EXPIRES +duration | MS] [ATTEMPTS n] [BACKOFF fixed:5s | exp:2s:5m | list:1s,5s | none] [LEASE duration] [RESULT keep]'

local function add(keys, arguments)
  local queue = queueOf(keys, arguments, 2, addUsage)
  checkRights(queue, 'add')
  local now, micros = clock()
  local kind, payload, due = arguments[1], arguments[2], arguments[3] or 'now'
  if kind == '' or #kind > 256 or string.find(kind, '#', 1, true) then
    refuse('ERR A type must have 1 to 256 bytes and must not contain #.')
  elseif #payload > largestPayload then
    refuse('ERR A function accepts a payload of up to 1 MiB; add a larger one with duectl or with the scripts.')
  end
  due = (due == '' or due == 'now') and '+0' or whole(instantOf(due, now, 'WHEN'))
  local line, given, unique, hold, expires = {}, nil, '', 0, ''
  local i = 4
  while i <= #arguments do
    local option, value = string.upper(arguments[i]), arguments[i + 1]
    if not value then
      refuse('ERR Usage: FCALL ' .. addUsage)
    elseif option == 'ID' then
      given = value
    elseif option == 'UNIQUE' then
      unique, hold = value, wanted(arguments[i + 2] or '', 'The duration of UNIQUE')
      if unique == '' or #unique > 256 or hold < 1 or hold > 31622400000 then
        refuse('ERR A unique key must have 1 to 256 bytes, and can be held for 1 ms to 366 days.')
      end
      i = i + 1
    elseif option == 'EXPIRES' then
      expires = whole(instantOf(value, now, 'EXPIRES'))
      line[#line + 1] = '"e":' .. expires
    elseif option == 'ATTEMPTS' then
      if not string.find(value, '^[1-9]%d?%d?%d?%d?%d?$') then
        refuse('ERR ATTEMPTS must be a number from 1 to 999999.')
      end
      line[#line + 1] = '"a":' .. value
    elseif option == 'BACKOFF' then
      if not delayOf(value, 1) then
        refuse('ERR BACKOFF must be none, fixed:5s, exp:2s:5m (first and longest delay) or list:1s,5s.')
      end
      line[#line + 1] = '"b":"' .. value .. '"'
    elseif option == 'LEASE' then
      line[#line + 1] = '"l":' .. whole(math.max(1, math.min(wanted(value, 'LEASE'), longestLease)))
    elseif option == 'RESULT' and value == 'keep' then
      line[#line + 1] = '"r":1'
    else
      refuse('ERR Usage: FCALL ' .. addUsage)
    end
    i = i + 2
  end
  local id
  if given then
    id = string.sub(given, 1, #kind + 1) == kind .. '#' and given or kind .. '#' .. given
    line[#line + 1] = '"t":' .. whole(now)
    if given == '' or #id > 512 or string.find(id, '%c') then
      refuse('ERR An id must have 1 to 512 bytes and no control characters.')
    end
  else
    id = kind .. '#' .. uniquePart(now, micros, queue.base .. kind .. payload)
  end
  local bigKey, brought = queue.base .. 'b:' .. id, false
  local isBig = #payload > bigPayload
  if isBig then
    line[#line + 1] = '"s":' .. #payload
    brought = type(ask('SET', bigKey, payload, 'NX')) == 'table'
  end
  local task = {redis.sha1hex(whole(micros) .. ' ' .. id .. ' ' .. made), queue.wake, id, due, expires,
    '{' .. table.concat(line, ',') .. '}\n' .. (isBig and '' or payload)}
  local roles = 'pending tasks stats: meta leases expiring m:function:add'
  if unique ~= '' then
    roles = roles .. ' unique'
    task[7], task[8] = unique, whole(hold)
  end
  local codes = run('native/add', queue, roles, task)
  local code = string.sub(codes, -1)
  if brought and code ~= '1' then
    redis.call('UNLINK', bigKey)
  elseif isBig and code == '1' then
    redis.call('HSET', queue.base .. 'meta', 'big', '1')
  end
  if string.sub(codes, 1, 1) == 'n' then -- This call created the queue. The list of queues may be on a different node.
    redis.pcall('SADD', queue.prefix .. ':queues', queue.name)
  end
  if code == 'x' then
    refuse('EXISTS A task with this id but different content already exists; nothing was changed.')
  elseif code == '0' and redis.call('HEXISTS', queue.base .. 'tasks', id) == 0 then
    return false -- the task's unique key is held
  end
  return id
end

local function settingsOf(queue)
  local meta = ask('HMGET', queue.base .. 'meta', 'lease', 'attempts', 'backoff')
  return {lease = tonumber(meta[1]) or 30000, attempts = tonumber(meta[2]) or 5, backoff = meta[3] or 'exp:2s:5m'}
end

local function leaseOf(text, settings)
  if not text or text == '' then
    return settings.lease
  end
  return math.max(1, math.min(wanted(text, 'LEASE'), longestLease))
end

-- Returns the leased tasks as {id, token, payload, attempt, due}. Quarantines unreadable tasks.
local function loaded(queue, leases, lease)
  local ids = {}
  for k = 1, #leases do
    ids[k] = leases[k][1]
  end
  local entries = #ids > 0 and ask('HMGET', queue.base .. 'tasks', unpack(ids)) or {}
  local tasks = {}
  for k = 1, #ids do
    local id, token = ids[k], leases[k][2]
    local options, from = opened(entries[k])
    local payload = options and string.sub(entries[k], from)
    if options and options.s then
      payload = redis.pcall('GET', queue.base .. 'b:' .. id)
      payload = type(payload) == 'string' and #payload == options.s and payload
    end
    if payload then
      if tonumber(options.l) and tonumber(options.l) > lease then
        run('native/extend', queue, 'leased leases cancel meta', {whole(math.min(options.l, longestLease)), token, '1', id})
      end
      tasks[#tasks + 1] = {id, token, payload, leases[k][3], leases[k][4]}
    else
      run('native/quarantine', queue, 'leased leases damaged tries history meta events expiring cancel',
        {'its entry cannot be read', id, token})
    end
  end
  return tasks
end

local claimUsage = 'dueline_claim 1 dueline:{QUEUE} WORKER [LEASE [COUNT [TYPE | TYPE*]...]]'

local function claim(keys, arguments)
  local queue = queueOf(keys, arguments, 1, claimUsage)
  checkRights(queue, 'claim')
  local now, micros = clock()
  local worker = arguments[1]
  if #worker < 1 or #worker > 64 or not string.find(worker, '^[%w._:@-]+$') then
    refuse('ERR The worker name must consist of 1 to 64 letters, digits or . _ : @ -')
  end
  local lease = leaseOf(arguments[2], settingsOf(queue))
  local limit = tonumber(arguments[3] or '1')
  if not limit or limit < 1 or limit > 100 or limit ~= math.floor(limit) then
    refuse('ERR COUNT must be a whole number from 1 to 100.')
  end
  local exact, prefixes = {}, {}
  for i = 4, #arguments do
    local kind = arguments[i]
    if string.sub(kind, -1) == '*' then
      prefixes[#prefixes + 1] = string.sub(kind, 1, -2)
    else
      exact[#exact + 1] = kind
    end
  end
  run('native/recover', queue, 'leased leases retry failed tries history stats: meta events expiring cancel',
    {'50', '3', whole(longestLease), queue.wake, '30000'})

  local memo = 'm:' .. worker .. ':claim'
  local said = redis.pcall('GET', queue.base .. memo)
  local last = type(said) == 'string' and tonumber(string.match(said, '^%S*%.(%d+)')) or 0
  local sequence = math.max(last + 1, micros)
  local reply
  local pendingRank, retryRank = 0, 0
  for _ = 1, 10 do -- read 1,000 tasks at a time, because tasks of other types may come first
    local request = {worker .. '.' .. whole(sequence), whole(limit), whole(lease), '1000', whole(pendingRank),
      whole(retryRank)}
    if #arguments < 4 then
      request[7] = '-1'
    else
      request[7] = whole(#exact)
      for _, list in ipairs({exact, prefixes}) do
        for k = 1, #list do
          request[#request + 1] = list[k]
        end
      end
    end
    reply = run('native/claim', queue, 'pending retry leased leases tries meta ' .. memo .. ' stats: expiring failed history',
      request)
    if reply[1] ~= 0 or reply[7] ~= 1 then
      break
    end
    sequence, pendingRank, retryRank = sequence + 1, reply[5], reply[6]
  end
  local leases = {}
  if reply[1] == 1 then
    local shared, list = reply[7], reply[8]
    local width = shared ~= '' and 2 or 4
    for i = 1, #list, width do
      leases[#leases + 1] = {list[i], width == 2 and shared or list[i + 2], width == 2 and 1 or list[i + 3], list[i + 1]}
    end
  end
  beat(queue, worker, now, lease, #leases)
  return loaded(queue, leases, lease)
end

local function extend(keys, arguments)
  local queue = queueOf(keys, arguments, 2, 'dueline_extend 1 dueline:{QUEUE} ID TOKEN [LEASE]')
  checkRights(queue, 'extend')
  local id, token = arguments[1], arguments[2]
  local session = sessionOf(token)
  local lease = leaseOf(arguments[3], settingsOf(queue))
  local code = run('native/extend', queue, 'leased leases cancel meta', {whole(lease), token, '1', id})
  if code ~= '0' then
    beat(queue, session, (clock()), lease, 1)
  end
  return code == 'c' and 2 or tonumber(code)
end

-- Returns the nonce for ending a lease. A repeated call has the same nonce, so it gets the same reply as the first.
local function nonceOf(id, token)
  return redis.sha1hex(token .. ' ' .. id)
end

local function isAccepted(code)
  return (code == '1' or code == '3') and 1 or 0
end

local function ack(keys, arguments)
  local queue = queueOf(keys, arguments, 2, 'dueline_ack 1 dueline:{QUEUE} ID TOKEN [RESULT]')
  checkRights(queue, 'ack')
  local id, token, result = arguments[1], arguments[2], arguments[3]
  local session = sessionOf(token)
  if result and #result > bigPayload then
    refuse('ERR A result can have at most 64 KiB.')
  end
  local given = {nonceOf(id, token), '', queue.results, '0', token, '1', id}
  if result then
    given = {given[1], '', queue.results, '1', id, result, token, '1', id}
  end
  return isAccepted(run('native/ack', queue, 'leased leases done tasks tries history results m:' .. session
    .. ':ack stats: meta expiring cancel b: before', given))
end

-- Returns the first `most` bytes, or up to three fewer to avoid splitting a UTF-8 character.
local function cut(text, most)
  if #text <= most then
    return text
  end
  local last = most
  while last > 0 and last > most - 4 and string.byte(text, last + 1) >= 128 and string.byte(text, last + 1) < 192 do
    last = last - 1
  end
  return string.sub(text, 1, last)
end

-- Shortens an error to 1 KiB, as Dueline's programs do. Keeps the first and the last line if there are several.
local function excerptOf(text)
  local most, between = 1024, '\n\226\128\166\n'
  if #text <= most then
    return text
  end
  local last = #text -- a pattern would take quadratic time on long runs of blanks
  while last > 0 and string.find(text, '^%s', last) do
    last = last - 1
  end
  text = string.sub(text, string.find(text, '%S') or 1, last)
  if #text <= most or not string.find(text, '\n', 1, true) then
    return cut(text, most)
  end
  local tail = string.sub(text, -most / 2)
  if string.sub(text, -most / 2 - 1, -most / 2 - 1) ~= '\n' then
    local first = string.find(tail, '\n', 1, true)
    tail = first and string.sub(tail, first + 1) or cut(string.sub(text, string.find(text, '\n[^\n]*$') + 1), most / 2)
  end
  local room = most - #between - #tail
  local head = cut(text, room)
  if #text > room then
    head = string.match(string.sub(text, 1, room + 1), '^(.+)\n') or head
  end
  return head .. between .. tail
end

-- Formats an error as a history line.
local function noteOf(text)
  text = excerptOf(text)
  text = string.gsub(text, '[\n\r\\]', {['\n'] = '\\n', ['\r'] = '\\r', ['\\'] = '\\\\'})
  return 'failed ' .. text
end

local function nack(keys, arguments)
  local queue = queueOf(keys, arguments, 3, 'dueline_nack 1 dueline:{QUEUE} ID TOKEN ERROR [DELAY | fail]')
  checkRights(queue, 'nack')
  local id, token, delay = arguments[1], arguments[2], arguments[4]
  local session = sessionOf(token)
  if delay == 'fail' then
    delay = -1
  elseif delay and delay ~= '' then
    delay = wanted(string.gsub(delay, '^%+', '', 1), 'DELAY')
  else
    local settings = settingsOf(queue)
    local options = opened(ask('HGET', queue.base .. 'tasks', id)) or {}
    local attempt = (triesOf(ask('HGET', queue.base .. 'tries', id))) + 1
    local wait = delayOf(type(options.b) == 'string' and options.b or settings.backoff, attempt) or 2000
    delay = attempt >= (tonumber(options.a) or settings.attempts) and -1
      or math.floor(wait * (0.9 + 0.2 * math.random()) + 0.5)
  end
  return isAccepted(run('native/nack', queue, 'leased leases retry failed tries history m:' .. session
    .. ':nack stats: tasks meta expiring cancel', {nonceOf(id, token), '', queue.results, queue.wake, id, token, whole(delay),
    '0', noteOf(arguments[3])}))
end

local function cancel(keys, arguments)
  local queue = queueOf(keys, arguments, 1, 'dueline_cancel 1 dueline:{QUEUE} ID')
  checkRights(queue, 'cancel')
  local id = arguments[1]
  local now, micros = clock()
  local operation = uniquePart(now, micros, queue.base .. id)
  local token = ask('HGET', queue.base .. 'leases', id)
  if token then
    local code = run('native/cancellease', queue, 'leased leases tasks meta m:function:cancel cancel',
      {operation, id, token, queue.wake})
    return code == '1' and 2 or 0
  end
  for _, set in ipairs({'pending', 'retry'}) do
    if ask('ZSCORE', queue.base .. set, id) then
      local code = run('native/discard', queue, 'pending retry leased failed done trash tasks tries before leases cancel meta '
        .. 'm:function:discard stats:', {operation .. '.1', operation, '0', queue.wake, id, set, ''})
      if code ~= '1' then
        return 0
      end
      run('native/record', queue, 'ops op:' .. operation .. ' events meta op:' .. operation, {operation,
        queue.name .. '/' .. operation, '1', 'discard', '1', 'dueline_cancel', '0', '', '0', 'filter', '1 task', 'reason', '',
        'total', '1', 'skipped', '0', 'undoable', '1', 'undoes', ''})
      return 1
    end
  end
  return 0
end

-- Registers a function that returns the result of `body`. Refusals become error replies.
local function offer(name, body, flags)
  redis.register_function({function_name = name, flags = flags, callback = function(keys, arguments)
    local done, answer = pcall(body, keys, arguments)
    if done then
      return answer
    elseif type(answer) == 'table' and answer.refusal then
      return redis.error_reply(answer.refusal)
    end
    error(answer)
  end})
end

offer('dueline_add', add, {})
offer('dueline_claim', claim, {'allow-oom'})
offer('dueline_extend', extend, {'allow-oom'})
offer('dueline_ack', ack, {'allow-oom'})
offer('dueline_nack', nack, {'allow-oom'})
offer('dueline_cancel', cancel, {'allow-oom'})
offer('dueline_version', function()
  return programVersion
end, {'no-writes', 'allow-oom'})
