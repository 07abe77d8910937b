-- Writes or replaces an operation's record. A client that carries out the operation identifies itself. It is refused
-- while another client is carrying it out, or after another client has ended it. Uses undoneKey, the record of the
-- operation that this one undoes.
-- KEYS 1: ops; 2: the record
-- ARGV 1: unique part of the id; 2: the complete id; 3: 1 if finished, otherwise 0; 4: kind; 5: number of tasks acted
-- on; 6: the operator; 7: 1 if it undoes another operation; 8: the client that carries it out, or ''; 9: how long this
-- client holds it, in ms (0: no longer); then field, value, …
--- @include "holder"

-- Returns three values: the error or nil; when the operation was first recorded, as text; and whether it has just
-- ended.
local function putRecord()
  local known = try('HMGET', KEYS[2], 'at', 'finished', 'holder', 'held', 'undone_by')
  if known.err then
    return damaged('op:' .. ARGV[1])
  end
  local who = ARGV[8]
  if who ~= '' then
    local held = known[2] ~= '1' and heldByOther(known[3], known[4], who)
    if held then
      return held
    elseif known[5] or known[2] == '1' and known[3] ~= who then
      return redis.error_reply('OVER operation')
    end
  end
  local undone = ARGV[7] == '1' and try('EXISTS', undoneKey) == 1
  if undone and type(try('HLEN', undoneKey)) == 'table' then
    undone = false
  end
  local at = known[1] or nowText
  local written = try('ZADD', KEYS[1], 'NX', at, ARGV[1])
  if type(written) == 'table' then
    return damaged('ops')
  end
  call('HSET', KEYS[2], 'at', at, 'finished', ARGV[3], 'kind', ARGV[4], 'done', ARGV[5], 'by', ARGV[6], unpack(ARGV, 10))
  if who ~= '' then
    call('HSET', KEYS[2], 'holder', who, 'held', string.format('%d', ARGV[9] == '0' and 0 or now + ARGV[9]))
  end
  local ended = ARGV[3] == '1' and known[2] ~= '1'
  if ended and undone then
    call('HSET', undoneKey, 'undone_by', ARGV[2])
  end
  return nil, at, ended
end
