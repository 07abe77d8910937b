// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QHash>
#include <QSet>

#include <functional>
#include <set>

namespace dueline {

/// Outcome of an imported task.
enum class ImportOutcome : quint8 {
    Added,
    Exists, ///< an identical task already exists
    Conflict, ///< the id belongs to a task with different content
    MovedOn, ///< The task was added as a parked task, but another client changed it before it reached its final state.
    NoPlace, ///< the layout does not support the state of the task
};

/// Hashes of the ids of transferred tasks, without suffixes. Used if other tasks may have the same
/// id.
using PlainIds = QSet<quint64>;

/// Undo data of one import. It is written before the tasks that it covers, so that the import can be undone no matter
/// how the program ends.
struct ImportUndo
{
    /// true to list the tasks in queues that do not record imports, so that an undo can discard them
    bool lists = true;
    bool isRecorded = false; ///< true if the queue contains a record of the import
    bool isPrepared = false; ///< true if the undo data of the current batch has been written
    std::set<TaskId> listed = {}; ///< tasks of the current batch that are on the list
    PlainIds plainIds = {};
};

/// Function that writes the record of an import. `inTransit`: tasks that are about to be added as
/// parked tasks. Returns false if the queue cannot store a record before its first task.
using ImportRecorder = std::function<Result<bool>(const std::vector<TaskId>& inTransit)>;

/// Imports up to 100 tasks with their known data. Adds each task as a parked task and then sets its state. Also sets
/// the states of parked tasks left behind by an interrupted call. Leased tasks become waiting tasks. A call can be
/// repeated with the same `undo`. If the layout accepts only new tasks, waiting tasks are added as new tasks. `record`
/// is called before the first task is added; if no task is added, it is not called. Errors: Refused (read-only), those
/// of `record`, wouldImport(), QueueEditor::add and place, BulkEditor::put.
Result<std::vector<ImportOutcome>> importTasks(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, ImportUndo& undo, const ImportRecorder& record);

/// Predicts an import without changing anything. The outcome Added means that the task would be added. A task whose id
/// is shared with other tasks counts as existing if an earlier import added it, with or without an id suffix.
/// `plainIds`: ids that the run has transferred so far, to which the function adds those of `tasks`. Errors: also those
/// of Backend::admits.
Result<std::vector<ImportOutcome>> wouldImport(
    Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks, PlainIds& plainIds);

/// Returns how many of up to 100 tasks are missing from the queue. Searches for each task under every id that an import
/// may have given it. Errors: those of QueueInspector::readRecords().
Result<qint64> missingTasks(Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks);

/// Checks whether the queue accepts a task. Errors: those of Backend::admits.
Result<> checkImport(Backend& backend, const QueueName& queue, const TaskRecord& task);

/// Tasks that one run has added so far, or would add in a dry run, stored as two hashes per task.
class ImportedTasks
{
public:
    /// Corrects the predicted outcome of the next task, which will already exist if an earlier line has the same id.
    /// Therefore, a dry run, which adds nothing, reports the same result as the actual run.
    ImportOutcome outcomeOf(const TaskRecord& task, ImportOutcome outcome);

private:
    QHash<quint64, quint64> m_added; ///< maps hashes of ids to hashes of contents
};

/// Returns whether a task gets an id suffix in the queue. There are two reasons: its source contains other tasks with
/// the same id, or the layout refuses the id. The second reason can be detected only with an editor.
bool isRenamed(Backend& backend, const QueueName& queue, const TaskRecord& task);
/// Returns a sentence about added tasks whose ids have a suffix.
QString renamedText(qint64 count);
/// Returns whether a task has relations that are lost when it is added: a parent, deduplication, a batch or a lock.
bool losesRelations(const TaskRecord& task);
/// Returns a sentence about tasks that lost their relations.
QString relationsLostText(qint64 count);
/// Returns whether a task has attempts or an error that a layout does not import.
bool losesAttempts(const Capabilities& target, const TaskRecord& task);
/// Returns a sentence about tasks that lost their attempts.
QString attemptsLostText(qint64 count);

} // namespace dueline
