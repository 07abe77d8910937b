// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/keyguesses.h"

#include "core/layouts/port/eachmaster.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace dueline {

namespace {

constexpr std::size_t keysAtOnce = 50; ///< number of keys to sample per round trip
constexpr std::size_t mostKeys = 2'000; ///< maximum number of keys to sample per type

/// Merges the samples from both ends of a sorted set, as returned by ZRANGE WITHSCORES, without duplicates.
std::vector<KeyGuesses::SortedSet::Member> entriesOf(const Reply& low, const Reply& high)
{
    std::map<QByteArray, double> all;
    for (const Reply* part : {&low, &high}) {
        for (std::size_t i = 0; i + 1 < part->items.size(); i += 2)
            all.emplace(part->items[i].bytes, part->items[i + 1].bytes.toDouble());
    }
    std::vector<KeyGuesses::SortedSet::Member> entries;
    entries.reserve(all.size());
    for (const auto& [member, score] : all)
        entries.push_back({member, score});
    return entries;
}

} // namespace

KeyGuesses::KeyGuesses(RedisClient& client, const KnownKeys& known, const DetectionLimits& limits)
    : m_client(client)
    , m_known(known)
    , m_limits(limits)
    , m_deadline(limits.within)
{ }

Result<std::vector<QByteArray>> KeyGuesses::keys(const QByteArray& type, const QByteArray& pattern, std::size_t most)
{
    std::set<QByteArray> found;
    const auto walk = [&](RedisClient& node) -> Result<> {
        QByteArray cursor = "0";
        qint64 looked = 0;
        do {
            const auto page = node.pipeline({{"SCAN", cursor, "MATCH", pattern, "COUNT",
                QByteArray::number(RedisClient::keysPerScan), "TYPE", type}});
            if (!page)
                return page.error();
            const Reply& reply = page->front();
            if (!reply.isArray() || reply.items.size() != 2) {
                m_result.incomplete = QStringLiteral("This user is not allowed to scan keys (SCAN).");
                return {};
            }
            for (const Reply& key : reply.items[1].items) {
                if (!isKnownKey(key.bytes, m_known))
                    found.insert(key.bytes);
            }
            cursor = reply.items[0].bytes;
            looked += RedisClient::keysPerScan;
        } while (cursor != "0" && looked < m_limits.keys && found.size() < most && !m_deadline.hasExpired());
        if (cursor != "0")
            m_result.incomplete = QStringLiteral("Only some of the keys were scanned, so there may be more queues.");
        return {};
    };
    if (const auto walked = onEachMaster(m_client, walk); !walked)
        return walked.error();
    return std::vector<QByteArray>(found.begin(), found.end());
}

Result<> KeyGuesses::read()
{
    const auto sets = keys("zset", "*", mostKeys);
    if (!sets)
        return sets.error();
    if (const auto sampled = readSets(*sets); !sampled)
        return sampled;
    const auto lists = keys("list", "*", mostKeys);
    if (!lists)
        return lists.error();
    return readLists(*lists);
}

Result<> KeyGuesses::readSets(const std::vector<QByteArray>& keys)
{
    for (std::size_t from = 0; from < keys.size(); from += keysAtOnce) {
        const std::size_t to = std::min(keys.size(), from + keysAtOnce);
        std::vector<Command> commands;
        for (std::size_t i = from; i < to; ++i) {
            commands.push_back({"ZCARD", keys[i]});
            commands.push_back({"ZRANGE", keys[i], "0", "9", "WITHSCORES"});
            commands.push_back({"ZRANGE", keys[i], "-10", "-1", "WITHSCORES"});
        }
        const auto replies = m_client.pipeline(commands);
        if (!replies)
            return replies.error();
        for (std::size_t i = from; i < to; ++i) {
            const std::size_t at = (i - from) * 3;
            m_sets.push_back({keys[i], (*replies)[at].integer, entriesOf((*replies)[at + 1], (*replies)[at + 2])});
        }
    }
    return {};
}

Result<> KeyGuesses::readLists(const std::vector<QByteArray>& keys)
{
    for (std::size_t from = 0; from < keys.size(); from += keysAtOnce) {
        const std::size_t to = std::min(keys.size(), from + keysAtOnce);
        std::vector<Command> commands;
        for (std::size_t i = from; i < to; ++i) {
            commands.push_back({"LLEN", keys[i]});
            commands.push_back({"LRANGE", keys[i], "0", "4"});
            commands.push_back({"LRANGE", keys[i], "-5", "-1"});
        }
        const auto replies = m_client.pipeline(commands);
        if (!replies)
            return replies.error();
        for (std::size_t i = from; i < to; ++i) {
            const std::size_t at = (i - from) * 3;
            std::set<QByteArray> sample;
            for (const std::size_t part : {at + 1, at + 2}) {
                for (const Reply& item : (*replies)[part].items)
                    sample.insert(item.bytes);
            }
            List list{keys[i], (*replies)[at].integer, {sample.begin(), sample.end()}};
            const bool isOwned = std::any_of(m_known.layouts.begin(), m_known.layouts.end(),
                [&list](const LayoutType* type) { return type->ownsItems(list.sample); });
            if (!isOwned)
                m_lists.push_back(std::move(list));
        }
    }
    return {};
}

LayoutSuggestions KeyGuesses::take()
{
    std::sort(m_result.found.begin(), m_result.found.end(), [](const auto& a, const auto& b) {
        return std::tuple(a.rank, -a.entries, a.spec.text()) < std::tuple(b.rank, -b.entries, b.spec.text());
    });
    if (m_result.found.size() > m_limits.queues) {
        m_result.found.erase(m_result.found.begin() + std::ptrdiff_t(m_limits.queues), m_result.found.end());
        m_result.incomplete = QStringLiteral("Only the first %1 are listed.").arg(m_limits.queues);
    }
    return std::move(m_result);
}

Result<LayoutSuggestions> suggestLayouts(const std::vector<const LayoutType*>& layouts, const RedisConfig& redis,
    const QByteArray& prefix, const DetectionLimits& limits)
{
    auto foreign = findForeignQueues(layouts, redis, limits, nullptr, prefix);
    if (!foreign)
        return foreign.error();
    RedisClient client(redis);
    client.allowOnlyReads();
    if (const auto opened = client.open(); !opened)
        return opened.error();
    const KnownKeys known{prefix, std::move(foreign->queues), layouts};
    KeyGuesses guesses(client, known, limits);
    if (const auto read = guesses.read(); !read)
        return read.error();
    for (const LayoutType* type : layouts) {
        if (const auto guessed = type->guess(guesses); !guessed)
            return guessed.error();
    }
    return guesses.take();
}

} // namespace dueline
