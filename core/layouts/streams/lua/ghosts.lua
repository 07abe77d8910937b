#!lua flags=no-writes
-- Counts a group's pending entries in a range of ids, and how many of them no longer have a
-- message.
-- KEYS: the stream
-- ARGV: group, start, end, limit Returns the number of pending entries, the number of pending
-- entries without a message, and the last id.
local page = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4])
local gone = 0
for i = 1, #page do
    if #redis.call('XRANGE', KEYS[1], page[i][1], page[i][1]) == 0 then gone = gone + 1 end
end
return {#page, gone, #page > 0 and page[#page][1] or ''}
