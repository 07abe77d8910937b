// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/zset/zsetadoptstore.h"

#include "core/layouts/zset/zsetparts.h"
#include "core/redis/reply.h"

namespace dueline {

ZsetAdoptStore::ZsetAdoptStore(RedisClient& client, std::shared_ptr<const ZsetSpec> spec)
    : AdoptStore(client, spec)
    , m_set(std::move(spec))
{ }

std::optional<TimePoint> ZsetAdoptStore::dueOf(const HomeEntry& entry) const
{
    return timeOf(entry.score, m_set->milliseconds);
}

std::optional<AdoptStore::Content> ZsetAdoptStore::contentOf(const HomeEntry& entry) const
{
    return m_set->isCron() ? Content{cronCommandOf(entry.bytes), entry.bytes} : AdoptStore::contentOf(entry);
}

QByteArray ZsetAdoptStore::lockOf(const HomeEntry& entry) const
{
    return m_set->locks() ? m_set->lockKey(entry.bytes) : QByteArray();
}

Result<AdoptStore::Count> ZsetAdoptStore::count()
{
    const auto replies = client().pipeline(
        {{"ZCARD", key()}, {"ZRANGE", key(), "-inf", "(inf", "BYSCORE", "LIMIT", "0", "1", "WITHSCORES"},
            {"ZRANGE", key(), "(inf", "-inf", "BYSCORE", "REV", "LIMIT", "0", "1", "WITHSCORES"}});
    if (!replies)
        return replies.error();
    if (const auto error = errorIn(*replies))
        return *error;
    const auto due = [&](const Reply& reply) {
        return reply.items.size() == 2 ? timeOf(reply.items[1].bytes, m_set->milliseconds) : std::nullopt;
    };
    return Count{replies->front().integer, due((*replies)[1]), due((*replies)[2])};
}

Result<std::vector<HomeEntry>> ZsetAdoptStore::read(qint64 skip, int limit, QByteArray& cursor)
{
    cursor.clear();
    const auto page = client().call(
        {"ZRANGE", key(), QByteArray::number(skip), QByteArray::number(skip + limit - 1), "WITHSCORES"});
    if (!page)
        return page.error();
    std::vector<HomeEntry> entries;
    for (std::size_t i = 0; i + 1 < page->items.size(); i += 2)
        entries.push_back({page->items[i].bytes, page->items[i + 1].bytes});
    return entries;
}

} // namespace dueline
