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
    Exists, ///< An identical task already exists.
    Conflict, ///< the id belongs to a task with different content
    MovedOn, ///< The task was added as a parked task, and was changed before it reached its final state.
    NoPlace, ///< the layout does not support the state of the task
};

/// Hashes of the ids, without suffixes, of transferred tasks whose ids other tasks may share.
using PlainIds = QSet<quint64>;

/// Undo data of one import. It is written before the tasks that it covers, so that an import can be undone no matter
/// how its program ends.
struct ImportUndo
{
    bool lists = true; ///< lists the tasks, in queues that do not record imports, so that an undo can discard them
    bool isRecorded = false; ///< the queue contains the record of the import
    bool isPrepared = false; ///< the undo data of the current batch is written
    std::set<TaskId> listed = {}; ///< tasks in the current batch that are on the list
    PlainIds plainIds = {};
};

/// Writes the record of an import. `inTransit`: tasks that are about to be added as parked tasks. Returns false if the
/// queue cannot store a record before its first task.
using ImportRecorder = std::function<Result<bool>(const std::vector<TaskId>& inTransit)>;

/// Imports at most 100 tasks with their known data. Each task is added as a parked task and then gets its state. Parked
/// tasks left by an interrupted call are also completed. A leased task becomes a waiting one. Safe to repeat with the
/// same `undo`. If the layout accepts only new tasks, waiting tasks are added as new tasks. `record` is called before
/// the first task is added, unless there is none to add. Errors: Refused (read-only), those of `record`, wouldImport(),
/// QueueEditor::add and place, BulkEditor::put.
Result<std::vector<ImportOutcome>> importTasks(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, ImportUndo& undo, const ImportRecorder& record);

/// Predicts an import without changing anything. The outcome Added means that the task would be added. A task that
/// shares its id with others counts as existing if an earlier import added it, with or without a suffix to its id.
/// `plainIds`: ids transferred by the run so far; the function adds the ids of `tasks`. Errors: also those of
/// Backend::admits.
Result<std::vector<ImportOutcome>> wouldImport(
    Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks, PlainIds& plainIds);

/// Returns how many of at most 100 tasks the queue does not contain, under any id that an import gives them. Errors:
/// those of QueueInspector::readRecords().
Result<qint64> missingTasks(Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks);

/// Checks whether the queue accepts a task. Errors: those of Backend::admits.
Result<> checkImport(Backend& backend, const QueueName& queue, const TaskRecord& task);

/// Tasks that one run has added so far, or would add, stored as two hashes each.
class ImportedTasks
{
public:
    /// Corrects the outcome of the next task: if an earlier line has the same id, the task would already exist. A dry
    /// run, which adds nothing, therefore has the same result as the actual run.
    ImportOutcome outcomeOf(const TaskRecord& task, ImportOutcome outcome);

private:
    QHash<quint64, quint64> m_added; ///< hashes of the contents by the hashes of the ids
};

/// Returns whether the id of a task gets a suffix in the queue, because its source contains other tasks with the same
/// id, or because the layout refuses the id. The second reason is known only with an editor.
bool isRenamed(Backend& backend, const QueueName& queue, const TaskRecord& task);
/// Returns the sentence that reports added tasks with such an id.
QString renamedText(qint64 count);
/// Returns whether a task has relations that an added task lacks: a parent, deduplication, a batch or a lock.
bool losesRelations(const TaskRecord& task);
/// Returns the sentence that reports tasks without their relations.
QString relationsLostText(qint64 count);
/// Returns whether a task has attempts or an error that a layout does not import.
bool losesAttempts(const Capabilities& target, const TaskRecord& task);
/// Returns the sentence that reports tasks whose attempts are lost.
QString attemptsLostText(qint64 count);

} // namespace dueline
