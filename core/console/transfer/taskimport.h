// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QHash>
#include <QSet>

#include <functional>
#include <set>

namespace dueline {

/// Outcome of importing a task.
enum class ImportOutcome : quint8 {
    Added,
    Exists, ///< an identical task already exists
    Conflict, ///< the id belongs to a task with different content
    MovedOn, ///< the task was added as a parked task, but another client changed it before its state was set
    NoPlace, ///< the layout does not support the task's state
};

/// Hashes of those ids without a suffix that tasks of the run have, for tasks that share their id with others.
using PlainIds = QSet<quint64>;

/// State of an import's undo data. The data is written before the tasks that it covers, so that the import can be
/// undone however the program ends.
struct ImportUndo
{
    /// True to list the tasks for undo, if the queue does not record imports.
    bool lists = true;
    bool isRecorded = false; ///< true if the import's record has been written to the queue
    bool isPrepared = false; ///< true if the undo data of the current batch has been written
    std::set<TaskId> listed = {}; ///< tasks of the current batch that are on the list for undo
    PlainIds plainIds = {};
};

/// Function that writes the import's record. `inTransit`: tasks that will be added as parked tasks. Returns false if
/// the queue cannot store a record before it has tasks.
using ImportRecorder = std::function<Result<bool>(const std::vector<TaskId>& inTransit)>;

/// Imports up to 100 tasks. Adds each task as a parked task and then sets its state; does the latter also for parked
/// tasks that an interrupted call has left. Leased tasks become waiting tasks. If the layout can only add new tasks,
/// pending tasks are added as new tasks. After an error, the call can be repeated with the same `undo`. `record` is
/// called before the first task is added, and not at all if no task is added. Errors: Refused (read-only), those of
/// `record`, wouldImport(), QueueEditor::add and place, BulkEditor::put.
Result<std::vector<ImportOutcome>> importTasks(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, ImportUndo& undo, const ImportRecorder& record);

/// Predicts the outcomes of an import without changing anything. Added means that the task would be added. A task that
/// shares its id with others counts as existing if an earlier import has added it, with or without a suffix.
/// `plainIds`: ids of the tasks that the run has already processed; those of `tasks` are added. Errors: those of
/// QueueInspector and Backend::admits.
Result<std::vector<ImportOutcome>> wouldImport(
    Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks, PlainIds& plainIds);

/// Returns how many of up to 100 tasks the queue does not contain, under any id that an import may have given them.
/// Errors: those of QueueInspector::readRecords().
Result<qint64> missingTasks(Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks);

/// Checks whether a task can be added to the queue. Errors: those of Backend::admits.
Result<> checkImport(Backend& backend, const QueueName& queue, const TaskRecord& task);

/// Tasks that a run has added or, in a dry run, would have added. Each is stored as two hashes.
class ImportedTasks
{
public:
    /// Corrects the predicted outcome of the next task: if an earlier line has the same id, the task will already
    /// exist. This makes the results of a dry run, which adds nothing, equal to those of an import.
    ImportOutcome outcomeOf(const TaskRecord& task, ImportOutcome outcome);

private:
    QHash<quint64, quint64> m_added; ///< hashes of contents, by hash of the id
};

/// Returns whether the task's id gets a suffix in the queue, because the source has other tasks with the same id, or
/// because the layout refuses the id. The latter is detected only if the backend has an editor.
bool isRenamed(Backend& backend, const QueueName& queue, const TaskRecord& task);
/// Returns a sentence about added tasks whose id got a suffix.
QString renamedText(qint64 count);
/// Returns whether a task has relations that an import does not keep: a parent, deduplication, a batch or a lock.
bool losesRelations(const TaskRecord& task);
/// Returns a sentence about tasks that lost their relations.
QString relationsLostText(qint64 count);
/// Returns whether a task that waits for a retry also waits for a retry in a layout to which it is added.
bool staysRetry(const Capabilities& target, const TaskRecord& task);
/// Returns whether a task waits for its children in a flow of BullMQ. Such a task is not imported, because a worker
/// would run it before its children.
bool waitsForChildren(const TaskRecord& task);
/// Returns a sentence about tasks that were not imported because they wait for their children.
QString flowParentsText(qint64 count);
/// Returns whether a task has attempts or an error that the layout cannot import.
bool losesAttempts(const Capabilities& target, const TaskRecord& task);
/// Returns a sentence about tasks that lost their attempts.
QString attemptsLostText(qint64 count);

} // namespace dueline
