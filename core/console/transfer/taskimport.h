// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <functional>

namespace dueline {

/// What became of a task that was brought into a queue.
enum class ImportOutcome : quint8 {
    Added,
    Exists, ///< the same task is there already
    Conflict, ///< the id is taken by a task with other content
    MovedOn, ///< it was there, parked, and was acted on before it had its place
    NoPlace, ///< the layout has no place for a task in this state
};

/// Brings tasks into a queue with what is known of them, at most 100 at once: each is added where nobody runs it, and
/// then given its state; what lay there parked from an interrupted call is finished. What was leased waits again. Safe
/// to repeat. Where the layout takes only new tasks, those that wait are added as such. `announce` is called before the
/// first of them names the operation, when the queue is there: it writes the record. Errors: Refused (read-only), those
/// of `announce`, QueueEditor::add and place.
Result<std::vector<ImportOutcome>> importTasks(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, const std::function<Result<>()>& announce);

/// Lists those tasks that were added where no queue remembers their import, so that undoing it discards them.
/// `operation`: the import. Errors: those of BulkEditor::put.
Result<> listForUndo(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, const std::vector<ImportOutcome>& outcomes);

/// Predicts an import without changing anything: Added means that the task would be added. Errors: also those of
/// Backend::admits.
Result<std::vector<ImportOutcome>> wouldImport(
    Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks);

} // namespace dueline
