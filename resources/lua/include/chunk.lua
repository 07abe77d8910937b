-- Writes parts of an operation's list: the set in which the tasks were seen, then each task's id and expected score
-- (for a leased task, its token). A packed task takes about 45 bytes. A part contains as many tasks as one step can
-- process in about a millisecond.
local chunkSize = 125
local function pushChunks(key, set, pairsOf, keepMs)
  for first = 1, #pairsOf, 2 * chunkSize do
    local last = math.min(first + 2 * chunkSize - 1, #pairsOf)
    call('RPUSH', key, cmsgpack.pack({set, unpack(pairsOf, first, last)}))
  end
  call('PEXPIRE', key, keepMs)
end
