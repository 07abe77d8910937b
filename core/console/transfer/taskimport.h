// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <functional>

namespace dueline {

/// Outcome of an imported task.
enum class ImportOutcome : quint8 {
    Added,
    Exists, ///< the same task already exists
    Conflict, ///< the id belongs to a task with other content
    MovedOn, ///< it was added as a parked task, and changed before it reached its state
    NoPlace, ///< the layout does not support its state
};

/// Imports at most 100 tasks with their known data. Each is added as a parked task and then given its state. Parked
/// tasks of an interrupted call are completed. A leased task becomes a waiting one. Safe to repeat. If the layout
/// accepts only new tasks, waiting tasks are added as new. `announce` writes the record: it is called when the queue
/// exists, before a task refers to the operation. Errors: Refused (read-only), those of `announce`, QueueEditor::add
/// and place.
Result<std::vector<ImportOutcome>> importTasks(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, const std::function<Result<>()>& announce);

/// Lists the added tasks in queues that do not record imports, so that an undo can discard them. `operation`: the
/// import. Errors: those of BulkEditor::put.
Result<> listForUndo(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, const std::vector<ImportOutcome>& outcomes);

/// Predicts an import without changing anything: Added means that the task would be added. Errors: also those of
/// Backend::admits.
Result<std::vector<ImportOutcome>> wouldImport(
    Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks);

} // namespace dueline
