-- Restores the field that an edit replaced, unless it has changed or the task has run since. Uses was, undos, and the
-- layout's content.
function undos.edit()
  for _, one in ipairs(was) do
    local field = try('HMGET', contentHash(one[1]), contentField)
    if not field.err and field[1] and redis.sha1hex(field[1]) == one[3] and hasNotRun(one[1], one[4]) then
      call('HSET', contentHash(one[1]), contentField, one[2])
      restored = restored + 1
    end
  end
end
