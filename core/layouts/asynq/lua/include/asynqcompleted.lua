-- Returns the number in a field of an asynq message: 0 if the field is missing, nil if the message is invalid.
local function numberIn(message, field)
  local at, found = 1, 0
  local function varint()
    local value, factor = 0, 1
    for _ = 1, 10 do
      local byte = string.byte(message, at)
      if not byte then
        return nil
      end
      at = at + 1
      value = value + (byte % 128) * factor
      if byte < 128 then
        return value
      end
      factor = factor * 128
    end
  end
  for _ = 1, 10000 do
    if at > #message then
      return found
    end
    local tag = varint()
    local wire = tag and tag % 8
    if wire == 0 then
      local value = varint()
      if not value then
        return nil
      end
      found = math.floor(tag / 8) == field and value or found
    elseif wire == 2 then
      local size = varint()
      if not size then
        return nil
      end
      at = at + size
    elseif wire == 1 or wire == 5 then
      at = at + (wire == 1 and 8 or 4)
    else
      return nil
    end
  end
end
