// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/placeentry.h"

#include "core/base/text.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <cmath>

namespace dueline {

TimePoint ScoreScale::instantOf(double score) const
{
    // Compensate for rounding: 1.229 is stored as 1.22899….
    const double ms = score * millisIn(unit) + (unit == ScoreUnit::Seconds ? 0.0005 : 0);
    return ms > 0 ? fromMs(qint64(std::min(std::floor(ms), endOfTime))) : TimePoint();
}

QByteArray ScoreScale::scoreFrom(TimePoint at) const
{
    const qint64 ms = toMs(at);
    if (unit == ScoreUnit::Seconds)
        return QByteArray::number((double(ms) - 0.0005) / 1000, 'g', 17);
    if (unit == ScoreUnit::Milliseconds)
        return number(ms);
    return QByteArray::number(double(ms) / millisIn(unit), 'g', 17);
}

TaskState stateIn(const DescribedPlace& place, std::optional<TimePoint> at, TimePoint now)
{
    return place.state == TaskState::Scheduled && at && *at <= now ? TaskState::Due : place.state;
}

std::optional<Variables> memberValues(const DescribedPlace& place, const QByteArray& member)
{
    return place.packed.isEmpty() ? place.member.match(member) : place.packed.match(member);
}

namespace {

/// Removes the locks that don't exist. One command checks several locks, because most tasks have none. In a cluster,
/// the locks may be in different slots, so all of them are kept.
Result<> dropFreeLocks(RedisClient& client, std::vector<std::pair<std::size_t, QByteArray>>& locks)
{
    constexpr std::size_t perCommand = 50;
    if (client.config().topology == Topology::Cluster)
        return {};
    std::vector<Command> commands;
    for (std::size_t i = 0; i < locks.size(); ++i) {
        if (i % perCommand == 0)
            commands.push_back({"EXISTS"});
        commands.back().push_back(locks[i].second);
    }
    const auto counts = askInParts(client, commands);
    if (!counts)
        return counts.error();
    std::vector<std::pair<std::size_t, QByteArray>> held;
    for (std::size_t i = 0; i < locks.size(); ++i) {
        const Reply& count = (*counts)[i / perCommand];
        if (!count.isInteger() || count.integer > 0)
            held.push_back(std::move(locks[i]));
    }
    locks = std::move(held);
    return {};
}

} // namespace

Result<> markLeases(RedisClient& client, const Description& description, const std::vector<PlaceKey>& keys,
    std::vector<PlaceEntry>& entries, TimePoint now)
{
    std::vector<Command> commands;
    std::vector<std::size_t> asked;
    std::vector<std::pair<std::size_t, QByteArray>> locks;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const DescribedPlace& place = description.places[keys[entries[i].key].place];
        if (!hasLeases(place))
            continue;
        const auto parts = memberValues(place, entries[i].member);
        if (!parts)
            continue;
        Variables values = keys[entries[i].key].values;
        values.insert(parts->begin(), parts->end());
        values["member"] = entries[i].member;
        if (const auto lock = place.lock.isEmpty() ? std::nullopt : description.keyName(place.lock, values))
            locks.emplace_back(i, *lock);
        if (place.leasedIf && entries[i].at && *entries[i].at > now) {
            const auto hash = description.keyName(place.leasedIf->hash, values);
            const auto field = place.leasedIf->field.render(values);
            if (hash && field) {
                commands.push_back({"HEXISTS", *hash, *field});
                asked.push_back(i);
            }
        }
    }
    if (const auto dropped = dropFreeLocks(client, locks); !dropped)
        return dropped;
    for (const auto& [i, lock] : locks) {
        commands.push_back({"EXISTS", lock});
        asked.push_back(i);
    }
    const auto replies = askInParts(client, commands);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if ((*replies)[i].isInteger() && (*replies)[i].integer > 0)
            entries[asked[i]].state = TaskState::Leased;
    }
    return {};
}

Error placeError(const DescribedPlace& place, const QByteArray& key, const Reply& reply)
{
    Error error = reply.isError() ? errorFromReply(reply.bytes) : unexpectedReply();
    if (error.code == ErrorCode::WrongType) {
        error.message = QStringLiteral("The layout expects a %2 at the key %1. Check the key with TYPE.")
                            .arg(printable(key, 100), QString::fromLatin1(wordOf(place.kind)));
    }
    return error;
}

Result<std::vector<Reply>> askInParts(RedisClient& client, const std::vector<Command>& commands)
{
    constexpr std::size_t commandsAtOnce = 1'000;
    std::vector<Reply> all;
    for (std::size_t from = 0; from < commands.size(); from += commandsAtOnce) {
        const auto end = commands.begin() + qptrdiff(std::min(commands.size(), from + commandsAtOnce));
        auto replies = client.pipeline({commands.begin() + qptrdiff(from), end});
        if (!replies)
            return replies.error();
        all.insert(all.end(), std::move_iterator(replies->begin()), std::move_iterator(replies->end()));
    }
    return all;
}

} // namespace dueline
