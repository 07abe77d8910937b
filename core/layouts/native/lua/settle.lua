#!lua flags=allow-oom
-- Completes a MULTI that adds large tasks. If its first command, addids, was a repeat or refused a task whose unique
-- key was held, the commands in between may have written envelopes for deleted or refused tasks. Removes those
-- envelopes.
-- KEYS 1: memo; 2: tasks; 3: prefix of the big payloads' keys; 4: damaged; 5: pending; 6: retry; 7: leased; 8: failed;
--      9: done; 10: trash
-- ARGV 1: nonce, then ids
-- Reply: the number of envelopes removed
--- @include "begin"
local nonce = ARGV[1]
local memo = try('GET', KEYS[1])
if type(memo) == 'table' then
  return damaged('memo')
end
local mark = nonce .. ' r'
if not memo or string.sub(memo, 1, #mark) ~= mark then
  return 0
end
local ids, placed = {}, {}
for i = 2, #ARGV do
  ids[i - 1] = ARGV[i]
end
local roles = {'damaged', 'pending', 'retry', 'leased', 'failed', 'done', 'trash'}
for i = 1, #roles do
  local found = try(i == 1 and 'HMGET' or 'ZMSCORE', KEYS[3 + i], unpack(ids))
  if found.err then
    return damaged(roles[i])
  end
  for k = 1, #ids do
    placed[k] = placed[k] or found[k]
  end
end
local removed = 0
for k = 1, #ids do
  if not placed[k] then
    removed = removed + call('HDEL', KEYS[2], ids[k])
    call('UNLINK', KEYS[3] .. ids[k])
  end
end
return removed
