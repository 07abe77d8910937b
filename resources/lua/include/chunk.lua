-- Parts of an operation's list: the set the tasks were seen in, then for each its id and what it must still have, its score (of a
-- leased one its token). Packed, about 45 bytes a task. As many as one step acts on in about a millisecond.
local chunkSize = 125
local function pushChunks(key, set, pairsOf, keepMs)
  for first = 1, #pairsOf, 2 * chunkSize do
    local last = math.min(first + 2 * chunkSize - 1, #pairsOf)
    call('RPUSH', key, cmsgpack.pack({set, unpack(pairsOf, first, last)}))
  end
  call('PEXPIRE', key, keepMs)
end
