// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqsources.h"

namespace dueline {

using Kind = TaskSource::Kind;
using Score = TaskSource::Score;

std::vector<TaskSource> sidekiqQueueSources(const SidekiqSpec& spec, const QueueName& queue)
{
    return {{spec.key("queue:" + queue), Kind::List, Score::None, TaskState::Due, {}, "enqueued"}};
}

std::vector<TaskSource> sidekiqSharedSources(const SidekiqSpec& spec)
{
    return {
        {spec.key("schedule"), Kind::SortedSet, Score::Seconds, TaskState::Scheduled, TaskState::Due, "scheduled"},
        // It stays what it is once its time has come: Sidekiq's poller moves it to its queue.
        {spec.key("retry"), Kind::SortedSet, Score::Seconds, TaskState::Retrying, TaskState::Retrying, "retry"},
        {spec.key("dead"), Kind::SortedSet, Score::Seconds, TaskState::Failed, {}, "dead"},
    };
}

TaskSource sidekiqBusySource(bool isLost)
{
    return {{}, Kind::List, Score::None, TaskState::Leased, {}, isLost ? "lost" : "busy"};
}

} // namespace dueline
