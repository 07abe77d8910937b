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
    NoPlace, ///< the layout doesn't support the task's state
};

/// Hashes of ids that tasks in the run have without a suffix. Only covers tasks that share their id with others.
using PlainIds = QSet<quint64>;

/// State of an import's undo data, which is written before the tasks it covers, so that the import can be undone
/// however the program ends.
struct ImportUndo
{
    /// True to list the tasks for undo if the queue doesn't record imports.
    bool lists = true;
    bool isRecorded = false; ///< true once the import's record has been written to the queue
    bool isPrepared = false; ///< true once the current batch's undo data has been written
    std::set<TaskId> listed = {}; ///< tasks in the current batch that are on the undo list
    PlainIds plainIds = {};
};

/// Writes the import's record. `inTransit`: tasks that will be added as parked tasks. Returns false if the queue can't
/// store a record before it has tasks.
using ImportRecorder = std::function<Result<bool>(const std::vector<TaskId>& inTransit)>;

/// Imports up to 100 tasks. Adds each task as a parked task, then sets its state; also sets the state of parked tasks
/// left by an interrupted call. Leased tasks become waiting tasks. If the layout can only add new tasks, pending tasks
/// are added as new ones. After an error, the call can be repeated with the same `undo`. `record` is called before the
/// first task is added, and not at all if no task is added. Errors: Refused (read-only); otherwise same as `record`,
/// wouldImport(), QueueEditor::add() and place(), and BulkEditor::put().
Result<std::vector<ImportOutcome>> importTasks(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, ImportUndo& undo, const ImportRecorder& record);

/// Predicts the outcomes of an import without changing anything. Added means that the task would be added. A task that
/// shares its id with others counts as existing if an earlier import added it, with or without a suffix. `plainIds`:
/// ids of tasks that the run has already processed; the ids of `tasks` are added to it. Errors: same as QueueInspector
/// and Backend::admits().
Result<std::vector<ImportOutcome>> wouldImport(
    Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks, PlainIds& plainIds);

/// Returns how many of up to 100 tasks aren't in the queue under any id that an import may have given them. Errors:
/// same as QueueInspector::readRecords().
Result<qint64> missingTasks(Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks);

/// Checks whether a task can be added to the queue. Errors: same as Backend::admits().
Result<> checkImport(Backend& backend, const QueueName& queue, const TaskRecord& task);

/// Tasks that a run has added or, in a dry run, would have added. Each is stored as two hashes.
class ImportedTasks
{
public:
    /// Corrects the predicted outcome for the next task: if an earlier line has the same id, the task will already
    /// exist. This way, a dry run, which adds nothing, has the same results as an import.
    ImportOutcome outcomeOf(const TaskRecord& task, ImportOutcome outcome);

private:
    QHash<quint64, quint64> m_added; ///< content hashes, keyed by the id's hash
};

/// Returns whether the task's id gets a suffix in the queue, because the source has other tasks with the same id or the
/// layout refuses the id. A refused id is detected only if the backend has an editor.
bool isRenamed(Backend& backend, const QueueName& queue, const TaskRecord& task);
/// Returns a sentence about added tasks whose id got a suffix.
QString renamedText(qint64 count);
/// Returns whether a task has relations that an import doesn't keep: a parent, deduplication, a batch, or a lock.
bool losesRelations(const TaskRecord& task);
/// Returns a sentence about tasks that lost their relations.
QString relationsLostText(qint64 count);
/// Returns whether a task that is waiting for a retry keeps waiting for it after being added to this layout.
bool staysRetry(const Capabilities& target, const TaskRecord& task);
/// Returns whether a task is waiting for its children in a BullMQ flow. Such tasks aren't imported: a worker would run
/// them before their children.
bool waitsForChildren(const TaskRecord& task);
/// Returns a sentence about tasks that weren't imported because they are waiting for their children.
QString flowParentsText(qint64 count);
/// Returns whether a task has attempts or an error that the layout can't import.
bool losesAttempts(const Capabilities& target, const TaskRecord& task);
/// Returns a sentence about tasks that lost their attempts.
QString attemptsLostText(qint64 count);

} // namespace dueline
