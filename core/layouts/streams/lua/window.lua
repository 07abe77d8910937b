#!lua flags=no-writes
-- Counts the entries in part of a stream, excluding entries that are pending in a group, and returns the ids of entries
-- at regular intervals as marks.
-- KEYS: the stream
-- ARGV: XRANGE or XREVRANGE, start, end, limit, '1' if a group follows, the group, entries counted before, entries
--      between two marks Returns the number of entries, the number of counted entries, the last id, and the ids at the
--      marks.
local got = redis.call(ARGV[1], KEYS[1], ARGV[2], ARGV[3], 'COUNT', ARGV[4])
local pending = {}
if ARGV[5] == '1' and #got > 0 then
    local first, last = got[1][1], got[#got][1]
    if ARGV[1] == 'XREVRANGE' then first, last = last, first end
    repeat
        local page = redis.call('XPENDING', KEYS[1], ARGV[6], first, last, 500)
        for i = 1, #page do pending[page[i][1]] = true end
        if #page > 0 then first = '(' .. page[#page][1] end
    until #page < 500
end
local before, every = tonumber(ARGV[7]), tonumber(ARGV[8])
local counted, marks = 0, {}
for i = 1, #got do
    if not pending[got[i][1]] then
        counted = counted + 1
        if (before + counted) % every == 0 then marks[#marks + 1] = got[i][1] end
    end
end
return {#got, counted, #got > 0 and got[#got][1] or '', marks}
