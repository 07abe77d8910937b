// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/jsonwriter.h"
#include "core/queue/operation.h"
#include "core/queue/queueinfo.h"

#include <QStringList>

namespace dueline::duectl {

/// Writes the members of a task object, which are the same in lists and in `show`: id type state due_ms attempt
/// max_attempts size worker lease_until_ms error. Unknown or inapplicable members are null.
void writeTask(JsonWriter& json, const Task& task);
/// Writes the members of a queue object.
void writeQueue(JsonWriter& json, const QueueInfo& queue);
/// Writes the members of an operation object. Filter, reason, skipped, running, undoes and undone_by are written only
/// if they are set.
void writeOperation(JsonWriter& json, const OperationRecord& operation);
/// Writes one member for each of the seven states; used for timeline bins and counts.
void writeCounts(JsonWriter& json, const StateCounts& counts);

/// Returns the attempts as `2/3`, or as `2` if the maximum is unknown.
QString attemptsText(const Task& task);

/// Returns the titles of a task table. taskCells() returns the cells of one row.
QStringList taskTitles();
QStringList taskCells(const Task& task, TimePoint now);

/// Returns a state's name as text.
QString stateText(TaskState state);
/// Returns the number of tasks in each non-empty state, such as `3 failed, 1 due`; `nothing` if there are none.
QString countsText(const StateCounts& counts);
/// Returns the message about a missing queue, for streaming commands.
QString missingQueue(const QueueName& name, const QString& gap = {});
/// Returns whether an error may be temporary, so that a streaming command should wait and retry.
bool mayPass(const Error& error);
/// Returns the error for a queue whose keys do not match the layout; nullopt if it is readable.
std::optional<Error> unreadable(const QueueInfo& queue);

} // namespace dueline::duectl
