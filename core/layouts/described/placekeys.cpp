// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/placekeys.h"

#include "core/base/text.h"
#include "core/layouts/described/describedtrash.h"
#include "core/layouts/port/detection.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

/// Maximum number of entries, including excluded ones, to read from a list of queues.
constexpr std::size_t mostListed = 100'000;

bool fitsAnyStars(const QByteArrayList& globs, const QByteArray& name)
{
    return std::any_of(globs.begin(), globs.end(), [&](const QByteArray& glob) { return matchesStars(glob, name); });
}

} // namespace

PlaceKeys::PlaceKeys(RedisClient& client, const Description& description, QueueName shared)
    : m_client(client)
    , m_description(description)
    , m_shared(std::move(shared))
    , m_walk(
          client, [this](const QByteArray& key) { meet(key); }, [this] { return int(m_names.size()); })
    , m_walks(description.queues.source == DescribedQueues::Source::Scan
          || std::any_of(description.places.begin(), description.places.end(),
              [](const DescribedPlace& place) { return place.isSearched(); }))
{ }

void PlaceKeys::forget()
{
    m_names.clear();
    m_keys.clear();
    m_isCut = false;
    m_walk.forget();
}

DiscoveryState PlaceKeys::state() const
{
    DiscoveryState state;
    if (m_walks)
        state = m_walk.state();
    else
        state.isRound = true;
    state.isCut = m_isCut;
    return state;
}

bool PlaceKeys::areKeysFixed() const
{
    return std::none_of(m_description.places.begin(), m_description.places.end(),
        [](const DescribedPlace& place) { return place.isSearched() || !place.workerNames.isEmpty() || place.times; });
}

bool PlaceKeys::isQueue(const QByteArray& name) const
{
    return !name.isEmpty() && !fitsAnyStars(m_description.queues.unless, name);
}

void PlaceKeys::meet(const QByteArray& key)
{
    const bool isScan = m_description.queues.source == DescribedQueues::Source::Scan && m_names.size() <= mostQueues;
    if (isDuelineKey(key, m_description.ownPrefix)) {
        const auto queue = isScan ? DescribedTrash::queueOf(m_description, key) : std::nullopt;
        if (queue && isQueue(*queue)) // the queue may have tasks only in the trash
            m_names.insert(*queue);
        return;
    }
    if (isScan) {
        for (const KeyPattern& pattern : m_description.queues.patterns) {
            const auto values = pattern.match(key);
            if (values && isQueue(values->at("queue")))
                m_names.insert(values->at("queue"));
        }
    }
    for (std::size_t i = 0; i < m_description.places.size(); ++i) {
        const DescribedPlace& place = m_description.places[i];
        if (!place.isSearched() || m_keys[i].size() > mostKeys || fitsAnyStars(place.unless, key))
            continue;
        if (auto values = place.key.match(key))
            m_keys[i].emplace(key, *std::move(values));
    }
}

Result<std::vector<QueueName>> PlaceKeys::names()
{
    using Source = DescribedQueues::Source;
    std::set<QueueName> names;
    m_isCut = false;
    if (m_walks) {
        if (const auto walked = m_walk.refresh(); !walked && walked.error().code != ErrorCode::Permission)
            return walked.error();
        names = m_names;
        if (const auto added = addSubscribed(names); !added)
            return added.error();
    }
    for (const KeyPattern& pattern : m_description.queues.patterns) {
        const QByteArray key = pattern.render({}).value_or(QByteArray());
        const Source source = m_description.queues.source;
        if (source == Source::Names && names.size() <= mostQueues)
            names.insert(key);
        if (source == Source::Names || source == Source::Scan || isDuelineKey(key, m_description.ownPrefix))
            continue;
        if (const auto added = addListed(key, names); !added)
            return added.error();
    }
    if (names.size() > mostQueues) {
        m_isCut = true;
        names.erase(std::next(names.begin(), std::ptrdiff_t(mostQueues)), names.end());
    }
    if (m_description.hasSharedQueue())
        names.insert(m_shared);
    return std::vector<QueueName>(names.begin(), names.end());
}

Result<> PlaceKeys::addListed(const QByteArray& key, std::set<QueueName>& names)
{
    using Source = DescribedQueues::Source;
    const Source source = m_description.queues.source;
    const bool isScan = source != Source::SortedSet;
    const std::size_t step = source == Source::Hash ? 2 : 1; // HSCAN returns each field followed by its value
    QByteArray cursor = "0";
    std::size_t read = 0;
    do {
        const auto reply = m_client.call(isScan ? Command{source == Source::Set ? "SSCAN" : "HSCAN", key, cursor,
                                             "COUNT", number(RedisClient::keysPerScan)}
                                                : Command{"ZRANGE", key, "0", number(qint64(mostQueues))});
        if (!reply)
            return reply.error();
        if (isScan && (reply->items.size() != 2 || !reply->items[1].isArray()))
            return unexpectedReply();
        const std::vector<Reply>& found = isScan ? reply->items[1].items : reply->items;
        for (std::size_t i = 0; i < found.size() && names.size() <= mostQueues; i += step) {
            if (isQueue(found[i].bytes))
                names.insert(found[i].bytes);
        }
        read += found.size() / step;
        cursor = isScan ? reply->items[0].bytes : QByteArray("0");
        m_isCut = m_isCut || (!isScan && read > mostQueues);
    } while (cursor != "0" && names.size() <= mostQueues && read < mostListed);
    m_isCut = m_isCut || cursor != "0";
    return {};
}

/// Adds the queues whose channels have subscribers, or none if the user isn't allowed to list channels.
Result<> PlaceKeys::addSubscribed(std::set<QueueName>& names)
{
    for (const KeyPattern& pattern : m_description.queues.channels) {
        QByteArray glob;
        for (const char c : pattern.render({{"queue", QByteArray(1, '\0')}}).value_or(QByteArray()))
            glob += c == '\0'                          ? QByteArray("*")
                : QByteArrayView("*?[]\\").contains(c) ? QByteArray("\\") + c
                                                       : QByteArray(1, c);
        const auto channels = m_client.call({"PUBSUB", "CHANNELS", glob});
        if (!channels && channels.error().code == ErrorCode::Permission)
            continue;
        if (!channels)
            return channels.error();
        for (const Reply& channel : channels->items) {
            const auto values = pattern.match(channel.bytes);
            if (values && isQueue(values->at("queue")) && names.size() <= mostQueues)
                names.insert(values->at("queue"));
        }
    }
    return {};
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
        if (isDuelineKey(key, m_description.ownPrefix))
            continue;
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
    for (const KeyPattern& pattern : m_description.queues.channels)
        signs.push_back({"PUBSUB", "NUMSUB", pattern.render({{"queue", queue}}).value_or(QByteArray())});
    return signs;
}

bool PlaceKeys::hasPlace(const DescribedPlace& place, const QueueName& queue) const
{
    if (place.kind == DescribedPlace::Kind::Stream)
        return false; // streams aren't supported yet
    return m_description.queues.source == DescribedQueues::Source::Names || place.isShared() == isShared(queue);
}

bool PlaceKeys::isSign(const Reply& reply)
{
    if (reply.isArray()) // PUBSUB NUMSUB returns each channel followed by its number of subscribers
        return reply.items.size() == 2 && reply.items[1].integer > 0;
    return reply.isInteger() && reply.integer > 0;
}

Result<std::vector<QByteArray>> PlaceKeys::membersOf(const QByteArray& key, bool isSorted, std::size_t most)
{
    std::vector<QByteArray> members;
    QByteArray cursor = "0";
    do {
        const auto reply
            = m_client.call(isSorted ? Command{"ZRANGE", key, "0", number(qint64(most))}
                                     : Command{"SSCAN", key, cursor, "COUNT", number(RedisClient::keysPerScan)});
        if (!reply)
            return reply.error();
        if (!isSorted && (reply->items.size() != 2 || !reply->items[1].isArray()))
            return unexpectedReply();
        for (const Reply& member : isSorted ? reply->items : reply->items[1].items)
            members.push_back(member.bytes);
        cursor = isSorted ? QByteArray("0") : reply->items[0].bytes;
    } while (cursor != "0" && members.size() <= most);
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    return members;
}

Result<PlaceKeys::Found> PlaceKeys::of(const QueueName& queue)
{
    Found found;
    QStringList cut;
    QStringList searched;
    Variables known;
    if (!isShared(queue))
        known["queue"] = queue;
    const auto isOver = [](std::size_t count) { return count > mostKeys; };
    for (std::size_t i = 0; i < m_description.places.size(); ++i) {
        const DescribedPlace& place = m_description.places[i];
        if (!hasPlace(place, queue))
            continue;
        const auto add = [&](const char* variable, const QByteArray& value, std::optional<TimePoint> at = {}) {
            Variables values = known;
            values[variable] = value;
            const QByteArray key = place.key.render(values).value_or(QByteArray());
            if (!fitsAnyStars(place.unless, key))
                found.keys.push_back({i, key, std::move(values), at});
        };
        const QString name = printable(place.name, 40);
        if (place.isSearched()) {
            if (!m_walk.state().isRound && m_keys.empty()) {
                if (const auto walked = m_walk.refresh(); !walked && walked.error().code != ErrorCode::Permission)
                    return walked.error();
            }
            if (isOver(m_keys[i].size()))
                cut << name;
            else if (!m_walk.state().isComplete())
                searched << name;
            std::size_t count = 0;
            for (const auto& [key, values] : m_keys[i]) {
                const auto its = values.find("queue");
                if ((its != values.end() && its->second != queue) || ++count > mostKeys)
                    continue;
                Variables all = known;
                all.insert(values.begin(), values.end());
                found.keys.push_back({i, key, std::move(all), {}});
            }
        } else if (!place.workerNames.isEmpty()) {
            const auto set = m_description.keyName(place.workerNames, known);
            const auto workers
                = set ? membersOf(*set, place.areWorkersSorted, mostKeys) : Result(std::vector<QByteArray>());
            if (!workers)
                return workers.error();
            if (isOver(workers->size()))
                cut << name;
            for (std::size_t w = 0; w < std::min(workers->size(), mostKeys); ++w)
                add("worker", (*workers)[w]);
        } else if (place.times) {
            const auto set = m_description.keyName(place.times->set, known);
            if (!set)
                continue;
            const auto times = m_client.call({"ZRANGE", *set, "0", number(qint64(mostKeys)), "WITHSCORES"});
            if (!times)
                return times.error();
            if (isOver(times->items.size() / 2))
                cut << name;
            for (std::size_t t = 0; t + 1 < times->items.size() && t < 2 * mostKeys; t += 2) {
                const double ms = times->items[t + 1].bytes.toDouble() * millisIn(place.times->unit);
                add("time", times->items[t].bytes, fromMs(ms > 0 && ms < endOfTime ? qint64(ms + 0.0005) : 0));
            }
        } else if (place.buckets) {
            for (int bucket = place.buckets->first; bucket <= place.buckets->second; ++bucket)
                add("bucket", QByteArray::number(bucket));
        } else {
            found.keys.push_back({i, place.key.render(known).value_or(QByteArray()), known, {}});
        }
    }
    std::erase_if(found.keys,
        [this](const PlaceKey& key) { return key.key.isEmpty() || isDuelineKey(key.key, m_description.ownPrefix); });
    QStringList sentences;
    if (!cut.isEmpty()) {
        sentences << QStringLiteral("Counts are lower bounds: %1 has more than %2 keys.")
                         .arg(cut.join(QStringLiteral(", ")))
                         .arg(mostKeys);
    }
    if (!searched.isEmpty()) {
        sentences << QStringLiteral("Counts are lower bounds: the search for the keys of %1 has not finished.")
                         .arg(searched.join(QStringLiteral(", ")));
    }
    if (found.keys.size() > mostKeysOfQueue) {
        found.keys.resize(mostKeysOfQueue);
        sentences << QStringLiteral("Counts are lower bounds: the queue has more than %1 keys.").arg(mostKeysOfQueue);
    }
    found.gap = sentences.join(u' ');
    return found;
}

} // namespace dueline
