-- Lets include/listorder put jobs back into lists whose values are job ids. A trashed job's neighbors are stored in its
-- hash, in the field nearField. Uses include/overlay and isTail.
local function nameOf(id)
  return id
end
local function valueOf(_, id)
  return id ~= '' and id
end
local function nearOf(id)
  local packed = try('HGET', overlay .. 'trash:' .. id, nearField)
  return type(packed) == 'string' and cmsgpack.unpack(packed)
end
local function keepNear(id, near)
  call('HSET', overlay .. 'trash:' .. id, nearField, cmsgpack.pack(near))
end
--- @include "listorder"
