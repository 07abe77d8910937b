#!lua flags=allow-oom
-- An operator removes tasks for good, with everything that is known of them. It needs no memory.
-- KEYS, ARGV: see include/refs.lua; KEYS 14 history 15 results 16 expiring 17 prefix of the big payloads' keys
-- Reply: one character per id: 1 acted on, 0 no such task, m moved on, r refused
local applies = {pending = true, retry = true, leased = true, failed = true, done = true, trash = true}
local remembers = false
--- @include "refs"
if #chosen > 0 then
  local gone, bySet, big = {}, {}, {}
  for i, k in ipairs(chosen) do
    local list = bySet[sets[k]] or {}
    bySet[sets[k]] = list
    list[#list + 1] = ids[k]
    gone[i] = ids[k]
    big[i] = KEYS[17] .. ids[k]
    codes[k] = '1'
  end
  local written = try('HDEL', KEYS[7], unpack(gone))
  if type(written) == 'table' then
    return damaged('tasks')
  end
  for set, list in pairs(bySet) do
    call('ZREM', setKeys[set], unpack(list))
  end
  for _, hash in ipairs({KEYS[8], KEYS[9], KEYS[14], KEYS[15]}) do
    try('HDEL', hash, unpack(gone))
  end
  if bySet.leased then
    call('HDEL', KEYS[10], unpack(bySet.leased))
    try('HDEL', KEYS[11], unpack(bySet.leased))
  end
  try('ZREM', KEYS[16], unpack(gone))
  try('UNLINK', unpack(big))
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
