// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QString>

namespace dueline {

/// Returns the end of a long unique part, where generated ids differ: `#9f31c2`. A unique part chosen by a person is
/// returned in full. `type`: the handler's name if the id does not contain it (as Task::type); the whole id is then the
/// unique part. The result is plain text, escaped; it is empty if the id has no unique part.
QString shortUnique(const TaskId& id, QByteArrayView type = {});
inline QString shortUnique(const Task& task) { return shortUnique(task.id, task.type); }
/// Returns the id without its type, including `#`, shortened to `maxCharacters`. If the type is separate from the id,
/// uses the whole id.
QString uniquePart(const Task& task, qsizetype maxCharacters);

/// Returns the state of a task at `now`: a task that was scheduled when it was read becomes due at its time.
TaskState stateAt(const Task& task, TimePoint now);

/// Returns the filter that finds this task: `id:"mail.send#9f31"`.
QString idFilter(const TaskId& id);
/// Returns the filter for ids that contain this part: `id:"*9f31*"`.
QString idPartFilter(const QString& part);

} // namespace dueline
