// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bullsources.h"

namespace dueline {

std::vector<TaskSource> bullSources(const QByteArray& base, const QByteArray& trash)
{
    using Kind = TaskSource::Kind;
    using Score = TaskSource::Score;
    return {
        {base + "wait", Kind::List, Score::None, TaskState::Due, {}, "waiting"},
        {base + "paused", Kind::List, Score::None, TaskState::Due, {}, "paused"},
        {base + "delayed", Kind::SortedSet, Score::Milliseconds4096, TaskState::Scheduled, TaskState::Due, "delayed"},
        {base + "active", Kind::List, Score::None, TaskState::Leased, {}, "active"},
        {base + "failed", Kind::SortedSet, Score::Milliseconds, TaskState::Failed, {}, "failed"},
        {base + "completed", Kind::SortedSet, Score::Milliseconds, TaskState::Done, {}, "completed"},
        {trash, Kind::SortedSet, Score::Milliseconds, TaskState::Trash, {}, {}},
    };
}

} // namespace dueline
