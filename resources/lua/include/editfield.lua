-- Replaces one field of a task's hash, unless the field or the task has changed since the client read it. Uses ids,
-- codes and plans, as provided by the layout's judge for one task; writedown; the layout's content; and ARGV 9: the
-- SHA-1 of the field as read, followed by its new value. Returns a code: 1 = done; c = the field has changed; otherwise
-- the judge's code.
local function editField()
  local id, value = ids[1], string.sub(ARGV[9], 41)
  local field = try('HMGET', contentHash(id), contentField)
  if field.err then
    return 'd'
  elseif call('EXISTS', wasKey) == 1 then -- the call repeats an earlier one
    return field[1] == value and '1' or 'm'
  elseif not plans[1] then
    return codes[1]
  elseif not field[1] or redis.sha1hex(field[1]) ~= string.sub(ARGV[9], 1, 40) then
    return 'c'
  end
  call('HSET', contentHash(id), contentField, value)
  writeDown({'edit', {id, field[1], redis.sha1hex(value), stampOf(id)}}, false)
  return '1'
end
