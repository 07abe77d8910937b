#!lua flags=allow-oom
-- Extends leases. Never shortens one, because an operator may have granted more time. Safe to repeat without a memo.
-- KEYS 1: leased; 2: leases; 3: cancel; 4: meta
-- ARGV 1: lease ms from now, then groups: token, n, id…
-- Reply: one character per id: 1 = held; 0 = lost; c = held and asked to stop
--- @include "begin"
local metaKey, firstGroup = KEYS[4], 2
--- @include "version"
--- @include "groups"
local expiry = string.format('%d', now + tonumber(ARGV[1]))
local held = try('HMGET', KEYS[2], unpack(ids))
if held.err then
  return damaged('leases')
end
local cancels = {}
if call('EXISTS', KEYS[3]) == 1 then
  cancels = try('HMGET', KEYS[3], unpack(ids))
  if cancels.err then
    return damaged('cancel')
  end
end
local entries, codes = {}, nil
for k = 1, #ids do
  local code = '1'
  if held[k] == tokens[k] then
    local at = #entries
    entries[at + 1] = expiry
    entries[at + 2] = ids[k]
    if cancels[k] and cancels[k] == tokens[k] then
      code = 'c'
    end
  else
    code = '0'
  end
  if code ~= '1' then
    codes = codes or {}
    codes[k] = code
  end
end
if #entries > 0 then
  local written = try('ZADD', KEYS[1], 'GT', unpack(entries))
  if type(written) == 'table' then
    return damaged('leased')
  end
end
if not codes then
  return string.rep('1', #ids)
end
for k = 1, #ids do
  codes[k] = codes[k] or '1'
end
return table.concat(codes)
