// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QString>

namespace dueline {

/// `#9f31c2` of a long unique part: its end, where generated ids differ; the whole part when it was given by a person.
/// `type`: what names the handler where the id does not (as Task::type); then the whole id is the unique part.
/// Plain text, escaped; empty when the id has none.
QString shortUnique(const TaskId& id, QByteArrayView type = {});
inline QString shortUnique(const Task& task) { return shortUnique(task.id, task.type); }
/// All of the id behind its type, `#` included, at most `maxCharacters`; with a type beside the id all of it.
QString uniquePart(const Task& task, qsizetype maxCharacters);

/// The state of a task at `now`: a scheduled task whose time has come since it was read is due.
TaskState stateAt(const Task& task, TimePoint now);

/// `id:"mail.send#9f31"`: the filter that finds this task.
QString idFilter(const TaskId& id);
/// `id:"*9f31*"`: the filter for ids with this part.
QString idPartFilter(const QString& part);

} // namespace dueline
