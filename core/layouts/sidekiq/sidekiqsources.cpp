// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqsources.h"

namespace dueline {

using Kind = TaskSource::Kind;
using Score = TaskSource::Score;

OverlayKeys sidekiqKeys(const SidekiqSpec& spec, const QByteArray& ours, const QueueName& queue)
{
    const QueueName own = spec.isShared(queue) ? QueueName() : queue;
    return {spec.key({}), OverlayKeys::overlayOf(ours) + own + spec.sharedPlace() + ':', spec.key("queues")};
}

std::vector<TaskSource> sidekiqSources(
    const SidekiqSpec& spec, const QByteArray& ours, const QueueName& queue, bool hasInterrupted)
{
    const TaskSource trash{
        sidekiqKeys(spec, ours, queue).trash(), Kind::SortedSet, Score::Milliseconds, TaskState::Trash, {}, {}};
    if (!spec.isShared(queue))
        return {{spec.key("queue:" + queue), Kind::List, Score::None, TaskState::Due, {}, "enqueued"}, trash};
    std::vector<TaskSource> sources{
        {spec.key("schedule"), Kind::SortedSet, Score::Seconds, TaskState::Scheduled, TaskState::Due, "scheduled"},
        // A task that is due stays Retrying until Sidekiq's poller moves its job to the queue.
        {spec.key("retry"), Kind::SortedSet, Score::Seconds, TaskState::Retrying, TaskState::Retrying, "retry"},
        {spec.key("dead"), Kind::SortedSet, Score::Seconds, TaskState::Failed, {}, "dead"},
        trash,
    };
    // GitLab's fetcher moves a job to this set after three of its processes have died.
    if (hasInterrupted)
        sources.push_back(
            {spec.key("interrupted"), Kind::SortedSet, Score::Seconds, TaskState::Failed, {}, "interrupted"});
    return sources;
}

TaskSource sidekiqHeldSource(const HeldList& list)
{
    return {list.key, Kind::List, Score::None, TaskState::Leased, {}, list.isOrphaned ? "orphaned" : "held"};
}

TaskSource sidekiqBusySource(bool isLost)
{
    return {{}, Kind::List, Score::None, TaskState::Leased, {}, isLost ? "lost" : "busy"};
}

} // namespace dueline
