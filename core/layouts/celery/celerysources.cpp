// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celerysources.h"

namespace dueline {

using Kind = TaskSource::Kind;
using Score = TaskSource::Score;

OverlayKeys celeryKeys(const CelerySpec& spec, const QByteArray& ours, const QueueName& queue)
{
    const bool isShared = spec.isShared(queue);
    const QueueName own = isShared ? QueueName() : queue;
    return {spec.prefix, OverlayKeys::overlayOf(ours) + own + spec.sharedPlace() + ':',
        isShared ? spec.key("unacked") : spec.key(queue)};
}

std::vector<TaskSource> celerySources(
    const CelerySpec& spec, const QByteArray& ours, const QueueName& queue, const CeleryLists& lists)
{
    if (spec.isShared(queue))
        return {{spec.key("unacked_index"), Kind::SortedSet, Score::Seconds, TaskState::Leased, {}, "unacked"}};
    std::vector<TaskSource> sources;
    constexpr bool tailFirst = true;
    constexpr bool ownInstants = true; // the due time is the eta in the message
    for (const QByteArray& list : lists.of(queue))
        sources.push_back({list, Kind::List, Score::None, TaskState::Due, {}, "queued", tailFirst, ownInstants});
    sources.push_back(
        {celeryKeys(spec, ours, queue).trash(), Kind::SortedSet, Score::Milliseconds, TaskState::Trash, {}, {}});
    return sources;
}

} // namespace dueline
