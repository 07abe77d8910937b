#!lua flags=allow-oom
-- Permanently deletes tasks with all their data, for an operator. Also runs when the server is out of memory.
-- KEYS and ARGV: see include/refs.lua; in addition KEYS 14: history; 15: results; 16: expiring; 17: prefix of the big
--      payloads' keys
-- Reply: one character per id: 1 = acted on; 0 = no such task; m = moved or changed; r = refused
local applies = {pending = true, retry = true, leased = true, failed = true, done = true, trash = true}
local remembers = false
local homeAt = 18
--- @include "refs"
if #chosen > 0 then
  local gone, bySet, big = {}, {}, {}
  for _, k in ipairs(chosen) do
    local list = bySet[sets[k]] or {}
    bySet[sets[k]] = list
    list[#list + 1] = ids[k]
    if sets[k] ~= 'home' then -- a task in the custom design's own key (home) has no other data in this queue
      gone[#gone + 1] = ids[k]
      big[#big + 1] = KEYS[17] .. ids[k]
    end
    codes[k] = '1'
  end
  if #gone > 0 and type(try('HDEL', KEYS[7], unpack(gone))) == 'table' then
    return damaged('tasks')
  end
  for set, list in pairs(bySet) do
    call('ZREM', setKeys[set], unpack(list))
  end
  if #gone > 0 then
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
end
local codesText = table.concat(codes)
remember(codesText)
return codesText
