// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/placekeys.h"

#include "core/layouts/port/detection.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

bool fitsAnyStars(const QByteArrayList& globs, const QByteArray& name)
{
    return std::any_of(globs.begin(), globs.end(), [&](const QByteArray& glob) { return matchesStars(glob, name); });
}

} // namespace

PlaceKeys::PlaceKeys(RedisClient& client, const Description& description, QByteArray prefix, QueueName shared)
    : m_client(client)
    , m_description(description)
    , m_prefix(std::move(prefix))
    , m_shared(std::move(shared))
    , m_walk(
          client, [this](const QByteArray& key) { meet(key); }, [this] { return int(m_names.size()); })
    , m_walks(description.queues.source == DescribedQueues::Source::Scan
          || std::any_of(description.places.begin(), description.places.end(),
              [this](const DescribedPlace& place) { return isSearched(place); }))
{ }

void PlaceKeys::forget()
{
    m_names.clear();
    m_keys.clear();
    m_walk.forget();
}

QueueDiscovery* PlaceKeys::discovery() { return m_walks ? &m_walk : nullptr; }

bool PlaceKeys::isQueue(const QByteArray& name) const
{
    return !name.isEmpty() && !fitsAnyStars(m_description.queues.unless, name);
}

void PlaceKeys::meet(const QByteArray& key)
{
    if (isDuelineKey(key, m_prefix))
        return;
    if (m_description.queues.source == DescribedQueues::Source::Scan && m_names.size() < mostQueues) {
        for (const KeyPattern& pattern : m_description.queues.patterns) {
            const auto values = pattern.match(key);
            if (values && isQueue(values->at("queue")))
                m_names.insert(values->at("queue"));
        }
    }
    for (std::size_t i = 0; i < m_description.places.size(); ++i) {
        const DescribedPlace& place = m_description.places[i];
        if (!isSearched(place) || m_keys[i].size() >= mostKeys || fitsAnyStars(place.unless, key))
            continue;
        if (auto values = place.key.match(key))
            m_keys[i].emplace(key, *std::move(values));
    }
}

Result<std::vector<QueueName>> PlaceKeys::names()
{
    using Source = DescribedQueues::Source;
    std::set<QueueName> names;
    if (m_walks) {
        if (const auto walked = m_walk.refresh(); !walked && walked.error().code != ErrorCode::Permission)
            return walked.error();
        names = m_names;
    }
    for (const KeyPattern& pattern : m_description.queues.patterns) {
        const QByteArray key = pattern.render({}).value_or(QByteArray());
        const Source source = m_description.queues.source;
        if (source == Source::Names && names.size() < mostQueues)
            names.insert(key);
        if (source == Source::Names || source == Source::Scan)
            continue;
        const QByteArray most = number(qint64(mostQueues));
        const auto reply = m_client.call(source == Source::Set ? Command{"SSCAN", key, "0", "COUNT", most}
                : source == Source::Hash                       ? Command{"HSCAN", key, "0", "COUNT", most}
                                                               : Command{"ZRANGE", key, "0", most});
        if (!reply)
            return reply.error();
        const bool isScan = source != Source::SortedSet;
        if (isScan && (reply->items.size() != 2 || !reply->items[1].isArray()))
            return unexpectedReply();
        const std::vector<Reply>& found = isScan ? reply->items[1].items : reply->items;
        for (std::size_t i = 0; i < found.size(); i += source == Source::Hash ? 2 : 1) { // a field, then its value
            if (names.size() < mostQueues && isQueue(found[i].bytes))
                names.insert(found[i].bytes);
        }
    }
    if (m_description.hasSharedQueue())
        names.insert(m_shared);
    return std::vector<QueueName>(names.begin(), names.end());
}

bool PlaceKeys::isNamed(const QueueName& queue) const
{
    const std::vector<KeyPattern>& patterns = m_description.queues.patterns;
    return m_description.queues.source == DescribedQueues::Source::Names
        && std::any_of(patterns.begin(), patterns.end(),
            [&queue](const KeyPattern& pattern) { return pattern.render({}) == queue; });
}

std::vector<Command> PlaceKeys::signsOf(const QueueName& queue) const
{
    using Source = DescribedQueues::Source;
    std::vector<Command> signs;
    if (isShared(queue))
        return signs;
    for (const KeyPattern& pattern : m_description.queues.patterns) {
        const QByteArray key = pattern.render({{"queue", queue}}).value_or(QByteArray());
        switch (m_description.queues.source) {
        case Source::Names:
            break;
        case Source::Set:
            signs.push_back({"SISMEMBER", key, queue});
            break;
        case Source::Hash:
            signs.push_back({"HEXISTS", key, queue});
            break;
        case Source::SortedSet:
            signs.push_back({"ZCOUNT", key, "-inf", "+inf"});
            break;
        case Source::Scan:
            signs.push_back({"EXISTS", key});
            break;
        }
    }
    return signs;
}

bool PlaceKeys::hasPlace(const DescribedPlace& place, const QueueName& queue) const
{
    if (place.kind == DescribedPlace::Kind::Stream)
        return false; // streams are not read yet
    return m_description.queues.source == DescribedQueues::Source::Names || place.isShared() == isShared(queue);
}

Result<std::vector<PlaceKey>> PlaceKeys::of(const QueueName& queue)
{
    std::vector<PlaceKey> keys;
    Variables known;
    if (!isShared(queue))
        known["queue"] = queue;
    for (std::size_t i = 0; i < m_description.places.size(); ++i) {
        const DescribedPlace& place = m_description.places[i];
        if (!hasPlace(place, queue))
            continue;
        const auto add = [&](const char* variable, const QByteArray& value, std::optional<TimePoint> at = {}) {
            Variables values = known;
            values[variable] = value;
            keys.push_back({i, place.key.render(values).value_or(QByteArray()), std::move(values), at});
        };
        if (isSearched(place)) {
            if (!m_walk.state().isRound && m_keys.empty()) {
                if (const auto walked = m_walk.refresh(); !walked && walked.error().code != ErrorCode::Permission)
                    return walked.error();
            }
            for (const auto& [key, values] : m_keys[i]) {
                const auto its = values.find("queue");
                if (its != values.end() && its->second != queue)
                    continue;
                Variables all = known;
                all.insert(values.begin(), values.end());
                keys.push_back({i, key, std::move(all), {}});
            }
        } else if (place.times) {
            const QByteArray set = place.times->set.render(known).value_or(QByteArray());
            const auto times = m_client.call({"ZRANGE", set, "0", number(qint64(mostKeys) - 1), "WITHSCORES"});
            if (!times)
                return times.error();
            for (std::size_t t = 0; t + 1 < times->items.size(); t += 2) {
                const double ms = times->items[t + 1].bytes.toDouble() * millisIn(place.times->unit);
                add("time", times->items[t].bytes, fromMs(ms > 0 && ms < endOfTime ? qint64(ms + 0.0005) : 0));
            }
        } else if (place.buckets) {
            for (int bucket = place.buckets->first; bucket <= place.buckets->second; ++bucket)
                add("bucket", QByteArray::number(bucket));
        } else {
            keys.push_back({i, place.key.render(known).value_or(QByteArray()), known, {}});
        }
    }
    std::erase_if(keys, [this](const PlaceKey& key) { return key.key.isEmpty() || isDuelineKey(key.key, m_prefix); });
    return keys;
}

} // namespace dueline
