-- Stores a request for the client that carries out an operation; the client receives it in the reply to its next step.
-- Uses KEYS 1, the record, and ARGV 1: the operation; 2: `pause`, `cancel`, `pace N`, or '' to withdraw the request.
-- Returns 1, or 0 if the operation has ended or does not exist, or an error.
local function putAsked()
  local record = try('HMGET', KEYS[1], 'at', 'finished', 'undone_by')
  if record.err then
    return damaged('op:' .. ARGV[1])
  end
  if not record[1] or record[2] == '1' or record[3] then
    return 0
  end
  call('HSET', KEYS[1], 'wish', ARGV[2])
  return 1
end
