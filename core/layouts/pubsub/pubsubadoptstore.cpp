// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/pubsubadoptstore.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

constexpr qsizetype longestNumber = 64; ///< maximum length in bytes of a value that may be a time

} // namespace

PubsubAdoptStore::PubsubAdoptStore(RedisClient& client, std::shared_ptr<const PubsubSpec> spec)
    : AdoptStore(client, spec)
    , m_pattern(std::move(spec))
{ }

Result<AdoptStore::Count> PubsubAdoptStore::count()
{
    Count count;
    QByteArray cursor;
    do {
        const auto some = read(0, 0, cursor);
        if (!some)
            return some.error();
        for (const HomeEntry& entry : *some) {
            ++count.entries;
            const auto due = dueOf(entry);
            if (due && (!count.firstDue || *due < *count.firstDue))
                count.firstDue = due;
            if (due && (!count.lastDue || *due > *count.lastDue))
                count.lastDue = due;
        }
    } while (!cursor.isEmpty());
    return count;
}

Result<std::vector<HomeEntry>> PubsubAdoptStore::read(qint64, int, QByteArray& cursor)
{
    const auto page = client().call({"SCAN", cursor.isEmpty() ? QByteArray("0") : cursor, "MATCH", m_pattern->keys,
        "COUNT", "100", "TYPE", "string"});
    if (!page)
        return page.error();
    if (page->items.size() != 2)
        return unexpectedReply();
    std::vector<HomeEntry> entries;
    std::vector<Command> commands;
    for (const Reply& key : page->items[1].items) {
        entries.push_back({key.bytes, {}});
        commands.push_back({"GETRANGE", key.bytes, "0", QByteArray::number(longestNumber)});
    }
    cursor = page->items[0].bytes == "0" ? QByteArray() : page->items[0].bytes;
    if (entries.empty())
        return entries;
    const auto values = client().pipeline(commands);
    if (!values)
        return values.error();
    // Skip keys that Dueline is running or has run: they still exist but aren't waiting tasks.
    Command ran{"HMGET", spec().overlay("ran")};
    Command leased{"ZMSCORE", spec().overlay("leased")};
    Command retry{"ZMSCORE", spec().overlay("retry")};
    for (const HomeEntry& entry : entries) {
        for (Command* command : {&ran, &leased, &retry})
            command->push_back(entry.bytes);
    }
    const auto known = client().pipeline({ran, leased, retry});
    if (!known)
        return known.error();
    std::vector<HomeEntry> waiting;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        entries[i].score = (*values)[i].bytes;
        const auto at = [&](std::size_t reply) {
            const auto& items = (*known)[reply].items;
            return i < items.size() ? items[i] : Reply();
        };
        const bool isOurs = at(0).bytes == entries[i].score || at(1).isBytes() || at(2).isBytes();
        if (dueOf(entries[i]) && !isOurs)
            waiting.push_back(std::move(entries[i]));
    }
    return waiting;
}

} // namespace dueline
