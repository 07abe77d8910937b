// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqsources.h"

namespace dueline {

std::vector<TaskSource> asynqSources(
    const QByteArray& ours, const QueueName& queue, const std::vector<QByteArray>& groups)
{
    using Kind = TaskSource::Kind;
    using Score = TaskSource::Score;
    const QByteArray base = AsynqKeys::base(queue);
    constexpr bool ownInstants = true; // the score says when it is forgotten
    std::vector<TaskSource> sources{
        {base + "pending", Kind::List, Score::None, TaskState::Due, {}, "pending"},
        {base + "scheduled", Kind::SortedSet, Score::Seconds, TaskState::Scheduled, TaskState::Due, "scheduled"},
        {base + "lease", Kind::SortedSet, Score::Seconds, TaskState::Leased, {}, "active"},
        // The state stays Retrying after its time has come: a server moves the task to the pending list.
        {base + "retry", Kind::SortedSet, Score::Seconds, TaskState::Retrying, TaskState::Retrying, "retry"},
        {base + "archived", Kind::SortedSet, Score::Seconds, TaskState::Failed, {}, "archived"},
        {base + "completed", Kind::SortedSet, Score::None, TaskState::Done, {}, "completed", true, ownInstants},
        {AsynqKeys::beside(ours, queue).trash(), Kind::SortedSet, Score::Milliseconds, TaskState::Trash, {}, {}},
    };
    for (const QByteArray& group : groups)
        sources.push_back({base + "g:" + group, Kind::SortedSet, Score::None, TaskState::Scheduled, {}, "aggregating"});
    return sources;
}

} // namespace dueline
