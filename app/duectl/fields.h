// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/jsonwriter.h"
#include "core/queue/operation.h"
#include "core/queue/queueinfo.h"

#include <QStringList>

namespace dueline::duectl {

/// The members of a task object, as lists and `show` have them: id type state due_ms attempt max_attempts size worker
/// lease_until_ms error. Unknown or inapplicable ones are null.
void writeTask(JsonWriter& json, const Task& task);
/// The members of a queue object.
void writeQueue(JsonWriter& json, const QueueInfo& queue);
/// The members of an operation object; filter, reason, skipped, running, undoes and undone_by only where they say
/// something.
void writeOperation(JsonWriter& json, const OperationRecord& operation);
/// One member per state that may be in a timeline bin or a count, all seven.
void writeCounts(JsonWriter& json, const StateCounts& counts);

/// `2/3`; `2` where the most is not known.
QString attemptsText(const Task& task);

/// The titles and cells of a task table.
QStringList taskTitles();
QStringList taskCells(const Task& task, TimePoint now);

/// A state's name as text.
QString stateText(TaskState state);
/// `3 failed, 1 due`; the states that have any, `nothing` when none has.
QString countsText(const StateCounts& counts);
/// What a stream says of a queue that is not there.
QString missingQueue(const QueueName& name, const QString& gap = {});
/// Whether a stream that has reached its server waits when that says so, and tries again: what ends by itself.
bool mayPass(const Error& error);
/// The error of an answer about a queue whose keys are not what the layout says; nullopt when it is readable.
std::optional<Error> unreadable(const QueueInfo& queue);

} // namespace dueline::duectl
