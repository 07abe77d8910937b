// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/memory/memoryqueue.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// Applies `action` to the task identified by `ref` if the task has not changed since the client read it. An operation
/// acts on each task at most once: a second call changes nothing, and returns Done if the task is still in the set to
/// which the operation moved it. `newDue`: new due time, for Reschedule.
ItemOutcome actOn(MemoryQueue& queue, const Action& action, const OperationId& operation, const TaskRef& ref,
    TimePoint newDue, TimePoint now);

/// Returns a digest of the task's content. The digest contains no spaces.
QByteArray revisionOf(const MemoryTask& task);

/// Edits a waiting task; implements QueueEditor::edit.
EditOutcome editOne(MemoryQueue& queue, const TaskEdit& edit, TimePoint now);

/// Moves a task that a transfer has parked to the state that it had in the other queue; implements
/// QueueEditor::place.
ItemOutcome placeOne(MemoryQueue& queue, const OperationId& operation, const TaskDetail& placed, TimePoint now);

/// Restores up to 100 tasks that the recorded operation `undone` has changed, in id order, starting after `cursor`.
UndoStep undoStep(MemoryQueue& queue, const OperationId& undone, const OperationId& operation, const QByteArray& cursor,
    TimePoint now);

} // namespace dueline
