// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"
#include "core/queue/bulkeditor.h"

namespace dueline {

/// Progress of an undo.
struct UndoProgress
{
    qint64 total = 0; ///< tasks affected by the operation to undo
    qint64 restored = 0;
    qint64 movedOn = 0; ///< tasks not restored: they have run, were changed by another client, or no longer exist
    bool removes = false; ///< true if the undo removes imported tasks from the queue
    bool finished = false;
    bool cancelled = false;
    bool paused = false; ///< true if paused on request; keep calling step() until the undo is resumed
    Millis wait{}; ///< wait that the pace requires before the next step()
};

/// Converts the progress of an undo to that of an operation.
OperationProgress asOperation(const UndoProgress& progress);

/// Returns a summary: `17 of 20 restored, 3 have changed since`; `Nothing was undone: 20 tasks have changed since`.
QString describe(const UndoProgress& progress);

/// Undo of one operation, in bounded steps. It restores only tasks that have not changed since the operation. An undo
/// is itself an operation with its own record, and marks the operation that it reverses as undone.
class UndoRun
{
public:
    /// Creates an undo. `pace`: tasks per second; 0: unlimited; `duty`: maximum percentage of time during which Redis
    /// may be busy.
    UndoRun(QueueName queue, OperationId undone, QByteArray by, qint64 pace = 0, int duty = 100);
    /// Resumes an undo whose program has ended.
    explicit UndoRun(const OperationRecord& interrupted);

    const OperationId& id() const { return m_record.id; }
    const OperationRecord& record() const { return m_record; }

    /// Returns the record of the operation to undo, without changing anything. Errors: NotFound; Refused with the
    /// reason (cannot be undone, already undone, expired, the layout has no undo); Busy (another client is running it);
    /// those of QueueInspector.
    Result<OperationRecord> preview(Backend& backend);
    /// Runs one step. After an error, the run is unchanged, and the step can be repeated. Errors: those of preview()
    /// and QueueEditor.
    Result<UndoProgress> step(Backend& backend);
    /// Runs all steps, sleeping as the pace requires. Cancels the undo when `observer` returns false.
    Result<UndoProgress> finish(Backend& backend, const std::function<bool(const UndoProgress&)>& observer = {});

    /// Cancels the undo: the next step writes the record and ends the undo. Thread-safe.
    void cancel() { m_cancelled = true; }
    /// Sets the pace from the next step on; 0: unlimited. Thread-safe.
    void setPace(qint64 pace) { m_steering.setPace(pace); }
    /// Pauses or resumes, as OperationRun::setPaused() does.
    void setPaused(bool paused) { m_steering.setPaused(paused); }
    bool finished() const { return m_progress.finished; }
    const UndoProgress& progress() const { return m_progress; }

private:
    Result<> begin(Backend& backend, QueueEditor& editor);
    Result<> endUndone(QueueEditor& editor);
    Result<> walk(QueueEditor& editor);
    qint64 acted() const { return m_progress.restored + m_progress.movedOn; }
    Result<> writeRecord(QueueEditor& editor, bool finished);
    /// Returns whether the operation now counts as undone. An operation whose tasks have all
    /// changed since does not: it can be undone after the operations that changed the tasks have
    /// been undone.
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
    std::vector<QueueName> m_places; ///< queues that contain the lists, if the undone operation is an import with lists
    std::vector<BulkState> m_inPlaces; ///< progress in each queue of m_places
    std::size_t m_place = 0;
    qint64 m_discardedParked = 0;
    std::atomic<bool> m_cancelled = false;
    bool m_began = false;
    bool m_walked = false;
    QElapsedTimer m_recorded;
};

/// Returns the queue of an operation, which is the part of the id before the last slash. Errors: Usage.
Result<QueueName> queueOfOperation(const OperationId& id);
/// Returns whether an import into `queue` is undone by discarding the tasks on a list. This is the case if the layout
/// can add tasks but does not record imports.
bool undoesImportByList(Backend& backend, const QueueName& queue);
/// Returns whether an import into `queue` can be undone. This requires a layout that supports QueueEditor::place(), or
/// at least QueueEditor::add(). In the second case, the import is undone with a list or, in a layout without lists
/// (QueueEditor::bulk), with the undo data that add() records.
bool canUndoImport(Backend& backend, const QueueName& queue);

/// Returns sentences that explain how to move single tasks back after a move into a layout that cannot undo the move.
/// `elsewhere`: address of the target's server; empty: the same server.
QString moveWithoutUndo(
    const QByteArray& layout, const QueueName& from, const QueueName& to, const QByteArray& elsewhere = {});
/// Returns the operation id for undoing an import in one of its queues. The list in that queue has the same id.
OperationId undoOfImport(const OperationId& import, const QueueName& place);
/// Returns a new id for an operation on `queue`.
OperationId makeOperationId(const QueueName& queue, TimePoint now);

} // namespace dueline
