// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/memory/memoryqueue.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// Does `action` to the task that `ref` names, if it still is as it was seen. An operation acts on a task at most once:
/// met again, the task is left alone, and Done as long as it is where the operation left it. `newDue`: for Reschedule.
ItemOutcome actOn(MemoryQueue& queue, const Action& action, const OperationId& operation, const TaskRef& ref,
    TimePoint newDue, TimePoint now);

/// What the task holds, as one word.
QByteArray revisionOf(const MemoryTask& task);

/// Edits a task that waits, as QueueEditor::edit.
EditOutcome editOne(MemoryQueue& queue, const TaskEdit& edit, TimePoint now);

/// Gives a parked task the place it had elsewhere, as QueueEditor::place.
ItemOutcome placeOne(MemoryQueue& queue, const OperationId& operation, const TaskDetail& placed, TimePoint now);

/// Puts back at most 100 tasks of `undone`, which has a record, in the order of their ids from `cursor` on.
UndoStep undoStep(MemoryQueue& queue, const OperationId& undone, const OperationId& operation, const QByteArray& cursor,
    TimePoint now);

} // namespace dueline
