// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QString>

namespace dueline {

/// Returns the unique part of a task id for display. If the unique part is long, returns only its
/// end, such as `#9f31c2`, because that is where generated ids differ. A unique part chosen by a
/// person is returned in full. The result is escaped plain text; it is empty if the id has no
/// unique part. `type`: handler name if the id does not contain it (see Task::type). In that case,
/// the entire id is the unique part.
QString shortUnique(const TaskId& id, QByteArrayView type = {});
inline QString shortUnique(const Task& task) { return shortUnique(task.id, task.type); }
/// Returns the unique part of the task's id, including `#`, shortened to `maxCharacters`. If the id does not contain
/// the type, the unique part is the entire id.
QString uniquePart(const Task& task, qsizetype maxCharacters);

/// Returns the state of a task at `now`. A task that was scheduled when it was read becomes due when its time is
/// reached.
TaskState stateAt(const Task& task, TimePoint now);

/// Returns a filter that matches only this task, such as `id:"mail.send#9f31"`.
QString idFilter(const TaskId& id);
/// Returns a filter for ids that contain this string, such as `id:"*9f31*"`.
QString idPartFilter(const QString& part);

} // namespace dueline
