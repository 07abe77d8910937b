// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bullsources.h"

namespace dueline {

std::vector<TaskSource> bullSources(const QByteArray& base, const QByteArray& trash)
{
    using Kind = TaskSource::Kind;
    using Score = TaskSource::Score;
    constexpr bool tailFirst = true;
    constexpr bool ownInstants = true; // a running job's time is the expiry time of its lock
    std::vector<TaskSource> sources{
        {base + "wait", Kind::List, Score::None, TaskState::Due, {}, "waiting"},
        {base + "paused", Kind::List, Score::None, TaskState::Due, {}, "paused"},
        {base + "delayed", Kind::SortedSet, Score::Milliseconds4096, TaskState::Scheduled, TaskState::Due, "delayed"},
        {base + "active", Kind::List, Score::None, TaskState::Leased, {}, "active", tailFirst, ownInstants},
        {base + "failed", Kind::SortedSet, Score::Milliseconds, TaskState::Failed, {}, "failed"},
        {base + "completed", Kind::SortedSet, Score::Milliseconds, TaskState::Done, {}, "completed"},
        {trash, Kind::SortedSet, Score::Milliseconds, TaskState::Trash, {}, {}},
    };
    for (TaskSource& source : sources) {
        if (source.state == TaskState::Due)
            source.priorities = base + "priority";
    }
    return sources;
}

} // namespace dueline
