// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueeditor.h"
#include "tests/support/memory/memoryqueue.h"

namespace dueline {

/// Applies `action` to the task identified by `ref` if the task hasn't changed since the client read it. An operation
/// acts on each task at most once: a second call with the same operation changes nothing, and returns Done if the task
/// is still in the set that the operation moved it to. `newDue`: new due time, for Reschedule.
ItemOutcome actOn(MemoryQueue& queue, const Action& action, const OperationId& operation, const TaskRef& ref,
    TimePoint newDue, TimePoint now);

/// Returns a digest of the task's content. It contains no spaces.
QByteArray revisionOf(const MemoryTask& task);

/// Edits a waiting or failed task; implements QueueEditor::edit().
EditOutcome editOne(MemoryQueue& queue, const TaskEdit& edit, TimePoint now);

/// Moves a task parked by a transfer to the state it had in the other queue; implements QueueEditor::place().
ItemOutcome placeOne(MemoryQueue& queue, const OperationId& operation, const TaskDetail& placed, TimePoint now);

/// Restores up to 100 of the tasks changed by the recorded operation `undone`, in id order, starting after `cursor`.
UndoStep undoStep(MemoryQueue& queue, const OperationId& undone, const OperationId& operation, const QByteArray& cursor,
    TimePoint now);

} // namespace dueline
