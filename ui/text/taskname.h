// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QString>

namespace dueline {

/// Returns the unique part of a task id for display. If it is long, returns only its end, such as `#9f31c2`, where
/// generated ids differ. Unique parts chosen by people are returned in full. The result is escaped plain text; it is
/// empty if the id has no unique part. `type`: handler name if the id doesn't contain it (see Task::type), in which
/// case the entire id is the unique part.
QString shortUnique(const TaskId& id, QByteArrayView type = {});
inline QString shortUnique(const Task& task) { return shortUnique(task.id, task.type); }
/// Returns the unique part of the task's id, including `#`, shortened to `maxCharacters`. If the id doesn't contain the
/// type, the unique part is the entire id.
QString uniquePart(const Task& task, qsizetype maxCharacters);

/// Returns a task's state at `now`. A task that was scheduled when it was read becomes due when its time arrives.
TaskState stateAt(const Task& task, TimePoint now);

/// Returns a filter that matches only this task, such as `id:"mail.send#9f31"`.
QString idFilter(const TaskId& id);

} // namespace dueline
