// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqsources.h"

namespace dueline {

void readEachPriority(TaskSource& source)
{
    constexpr double perPriority = 4294967296; // a score is the priority times 2^32 plus a counter
    source.priorities = source.key;
    source.perPriority = perPriority;
}

std::vector<TaskSource> bullmqSources(const QByteArray& base, const QByteArray& trash)
{
    using Kind = TaskSource::Kind;
    using Score = TaskSource::Score;
    constexpr bool tailFirst = true;
    constexpr bool ownInstants = true; // a running job's time is the expiry time of its lock
    std::vector<TaskSource> sources{
        {base + "wait", Kind::List, Score::None, TaskState::Due, {}, "waiting"},
        {base + "paused", Kind::List, Score::None, TaskState::Due, {},
            "paused"}, // BullMQ 5 only, but may still exist after an upgrade to version 6
        {base + "prioritized", Kind::SortedSet, Score::None, TaskState::Due, {}, "prioritized"},
        {base + "delayed", Kind::SortedSet, Score::Milliseconds4096, TaskState::Scheduled, TaskState::Due, "delayed"},
        {base + "waiting-children", Kind::SortedSet, Score::None, TaskState::Scheduled, {}, "waiting-children"},
        {base + "active", Kind::List, Score::None, TaskState::Leased, {}, "active", tailFirst, ownInstants},
        {base + "failed", Kind::SortedSet, Score::Milliseconds, TaskState::Failed, {}, "failed"},
        {base + "completed", Kind::SortedSet, Score::Milliseconds, TaskState::Done, {}, "completed"},
        {trash, Kind::SortedSet, Score::Milliseconds, TaskState::Trash, {}, {}},
    };
    for (TaskSource& source : sources) {
        if (source.word == "prioritized")
            readEachPriority(source);
    }
    return sources;
}

} // namespace dueline
