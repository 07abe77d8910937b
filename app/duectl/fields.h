// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/jsonwriter.h"
#include "core/queue/operation.h"
#include "core/queue/queueinfo.h"

#include <QStringList>

namespace dueline::duectl {

/// Writes the members that describe a task in every command's output: id type state due_ms attempt max_attempts size
/// worker lease_until_ms error. Members that are unknown or don't apply are null.
void writeTask(JsonWriter& json, const Task& task);
/// Writes the members of a queue object.
void writeQueue(JsonWriter& json, const QueueInfo& queue);
/// Writes the members of an operation object. Omits filter, reason, skipped, running, undoes, and undone_by if they
/// aren't set.
void writeOperation(JsonWriter& json, const OperationRecord& operation);
/// Writes a member for each of the seven states.
void writeCounts(JsonWriter& json, const StateCounts& counts);

/// Returns the attempts as `2/3`, or as `2` if the maximum is unknown.
QString attemptsText(const Task& task);

/// Returns the column titles for taskCells().
QStringList taskTitles();
QStringList taskCells(const Task& task, TimePoint now);

/// Returns a state's name as text.
QString stateText(TaskState state);
/// Returns the number of tasks in each non-empty state, such as `3 failed, 1 due`; `nothing` if there are none.
QString countsText(const StateCounts& counts);
/// Returns the message that commands such as `watch` print while the queue doesn't exist.
QString missingQueue(const QueueName& name, const QString& gap = {});
/// Returns whether an error may be temporary, in which case commands such as `watch` wait and retry.
bool mayPass(const Error& error);
/// Returns the error for a queue whose keys the layout can't read; nullopt if the queue is readable.
std::optional<Error> unreadable(const QueueInfo& queue);

} // namespace dueline::duectl
