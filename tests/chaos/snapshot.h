// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/redisclient.h"

#include <QHash>
#include <QSet>

namespace dueline::chaos {

/// Sorted sets that represent states.
enum class Place : quint8 { Pending, Retry, Leased, Failed, Done, Trash };
inline constexpr std::array allPlaces{
    Place::Pending, Place::Retry, Place::Leased, Place::Failed, Place::Done, Place::Trash};
QByteArray placeName(Place place);

/// All of a native queue's data, read from its keys after all writers have ended.
struct Snapshot
{
    struct Content
    {
        bool readable = true;
        bool intact = true; ///< true if the payload matches TaskPlan, as added or edited
        bool big = false; ///< true if the payload should be in a separate key
        qint64 bigSize = 0; ///< length of the payload if it is in a separate key
        int version = 0; ///< number of the edit that set the payload
        qint64 expiresMs = 0; ///< expiry time; 0: never
    };

    bool dropsDone = false; ///< true if the queue keeps no done tasks
    bool trims = false; ///< true if done tasks and trash are removed after a while
    std::array<QSet<TaskId>, allPlaces.size()> places;
    QHash<TaskId, Content> tasks;
    QHash<TaskId, QByteArray> leases; ///< leases, without the guard field
    QSet<TaskId> bigPayloads;
    QHash<QByteArray, QSet<TaskId>> fields; ///< ids in `tries`, `history`, `results`, `before`, `expiring`, `cancel`
    QHash<TaskId, QByteArray> damaged; ///< reasons, by id of the damaged task
    qint64 added = 0; ///< number of added tasks, according to the statistics
    qint64 finished = 0; ///< number of tasks whose run time is recorded
    bool hasStatistics = false;

    const QSet<TaskId>& in(Place place) const { return places[std::size_t(place)]; }
    QSet<TaskId>& in(Place place) { return places[std::size_t(place)]; }
};

/// Reads a queue in bounded pieces. Errors: same as RedisClient's.
Result<Snapshot> readSnapshot(RedisClient& client, const QByteArray& prefix, const QueueName& queue);

} // namespace dueline::chaos
