// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"
#include "core/queue/bulkeditor.h"

namespace dueline {

/// Progress of an undo run.
struct UndoProgress
{
    qint64 total = 0; ///< number of tasks changed by the undone operation
    qint64 restored = 0;
    /// number of tasks not restored because they have run, were changed by another client, or no longer exist
    qint64 movedOn = 0;
    bool removes = false; ///< true if the undo removes imported tasks rather than restoring tasks
    bool finished = false;
    bool cancelled = false;
    bool paused = false; ///< true if a user has paused the undo; keep calling step(), which detects when it is resumed
    Millis wait{}; ///< time to wait before the next step()
};

/// Returns an undo's progress in the form of an operation's progress.
OperationProgress asOperation(const UndoProgress& progress);

/// Returns a summary, such as `17 of 20 restored, 3 have changed since` or `Nothing was undone: 20 tasks have changed
/// since`.
QString describe(const UndoProgress& progress);

/// Undo of an operation, in bounded steps. Only restores tasks that haven't changed since the operation. An undo is
/// itself an operation with a record, and marks the undone operation.
class UndoRun
{
public:
    /// Creates an undo. `pace`: tasks per second; 0: unlimited. `duty`: maximum percentage of time that Redis may be
    /// busy.
    UndoRun(QueueName queue, OperationId undone, QByteArray by, qint64 pace = 0, int duty = 100);
    /// Resumes an undo whose process exited before it was done.
    explicit UndoRun(const OperationRecord& interrupted);

    const OperationId& id() const { return m_record.id; }
    const OperationRecord& record() const { return m_record; }

    /// Returns the record of the operation to undo, without changing anything. Errors: NotFound; Refused (can't be
    /// undone, already undone, or expired); NotSupported (the layout has no undo); Busy (another client is running the
    /// operation); otherwise same as QueueInspector.
    Result<OperationRecord> preview(Backend& backend);
    /// Runs one step. Can be called again after an error. Errors: same as preview() and QueueEditor.
    Result<UndoProgress> step(Backend& backend);
    /// Runs all remaining steps, waiting between them as the pace requires. `observer`: progress callback that returns
    /// false to cancel the undo.
    Result<UndoProgress> finish(Backend& backend, const std::function<bool(const UndoProgress&)>& observer = {});

    /// Cancels the undo: the next step writes the record and ends it. Thread-safe.
    void cancel() { m_cancelled = true; }
    /// Sets the pace for the following steps; 0: unlimited. Thread-safe.
    void setPace(qint64 pace) { m_steering.setPace(pace); }
    /// Pauses or resumes the undo, like OperationRun::setPaused().
    void setPaused(bool paused) { m_steering.setPaused(paused); }
    bool finished() const { return m_progress.finished; }
    const UndoProgress& progress() const { return m_progress; }

private:
    Result<> begin(Backend& backend, QueueEditor& editor);
    Result<> endUndone(QueueEditor& editor);
    Result<> walk(QueueEditor& editor);
    qint64 acted() const { return m_progress.restored + m_progress.movedOn; }
    Result<> writeRecord(QueueEditor& editor, bool finished);
    /// Returns whether the operation counts as undone. It doesn't if all of its tasks have changed since then: it can
    /// still be undone once the later operations have been.
    bool isUndone() const;
    Result<> markUndone(QueueEditor& editor);
    Result<> beginDiscarding(Backend& backend, QueueEditor& editor);
    Result<> discardListed(QueueEditor& editor);
    Result<> discardParked(Backend& backend, QueueEditor& editor);

    OperationRecord m_record;
    OperationRecord m_undone;
    UndoProgress m_progress;
    OperationSteering m_steering;
    QByteArray m_holder;
    QByteArray m_cursor;
    /// queues with lists of imported tasks, if the operation to undo is an import whose undo uses lists
    std::vector<QueueName> m_places;
    std::vector<BulkState> m_inPlaces; ///< progress of each list, in the order of m_places
    std::size_t m_place = 0;
    qint64 m_discardedParked = 0;
    std::atomic<bool> m_cancelled = false;
    bool m_began = false;
    bool m_walked = false;
    QElapsedTimer m_recorded;
};

/// Returns an operation's queue, which is the part of the id before the last slash. Errors: Usage.
Result<QueueName> queueOfOperation(const OperationId& id);
/// Returns whether imports into `queue` are undone by discarding the tasks in a list. Used for layouts that can add
/// tasks but don't record imports.
bool undoesImportByList(Backend& backend, const QueueName& queue);
/// Returns whether imports into `queue` can be undone. The layout must support QueueEditor::place() or at least
/// QueueEditor::add(). With add(), imports are undone with a list or, if the layout has no lists (QueueEditor::bulk()),
/// with the undo data that add() records.
bool canUndoImport(Backend& backend, const QueueName& queue);

/// Returns sentences that say how to move individual tasks back, if the layout of `to` can't undo a move. `elsewhere`:
/// target server's address; empty: the same server.
QString moveWithoutUndo(
    const QByteArray& layout, const QueueName& from, const QueueName& to, const QByteArray& elsewhere = {});
/// Returns the id shared by the operation that undoes an import in one of its queues and by that queue's list.
OperationId undoOfImport(const OperationId& import, const QueueName& place);
/// Returns a new id for an operation on `queue`.
OperationId makeOperationId(const QueueName& queue, TimePoint now);

} // namespace dueline
