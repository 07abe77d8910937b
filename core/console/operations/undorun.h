// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"

namespace dueline {

/// How far an undo has come.
struct UndoProgress
{
    qint64 total = 0; ///< tasks the undone operation acted on
    qint64 restored = 0;
    qint64 movedOn = 0; ///< ran, were acted on by somebody else, or are gone
    bool removes = false; ///< those restored were imported, and are in the queue no more
    bool finished = false;
    bool cancelled = false;
    bool paused = false; ///< it was asked to; step() goes on once it is not any more
    Millis wait{}; ///< the pace asks not to call step() earlier than this from now
};

/// The same in the words of an operation.
OperationProgress asOperation(const UndoProgress& progress);

/// `17 of 20 restored, 3 have moved on`; `Nothing was undone: 20 tasks have moved on`.
QString describe(const UndoProgress& progress);

/// Undoes one operation, in bounded steps: only what is still where the operation left it goes back. It is an operation
/// of its own with a record of its own, and marks the undone one.
class UndoRun
{
public:
    /// `pace`: tasks a second, 0: as fast as it goes; `duty`: percent of the time in which it may keep Redis busy.
    UndoRun(QueueName queue, OperationId undone, QByteArray by, qint64 pace = 0, int duty = 100);
    /// Goes on with an undo whose program is gone.
    explicit UndoRun(const OperationRecord& interrupted);

    const OperationId& id() const { return m_record.id; }
    const OperationRecord& record() const { return m_record; }

    /// What is to be undone; changes nothing. Errors: NotFound; Refused with the reason (cannot be undone, undone
    /// already, past its time, the layout has no undo); Busy (somebody carries it out); those of QueueInspector.
    Result<OperationRecord> preview(Backend& backend);
    /// Errors: as preview(), and those of QueueEditor. An error leaves the run as it was; the step may be called again.
    Result<UndoProgress> step(Backend& backend);
    /// step() to the end, sleeping where the pace asks for it; `observer` returning false cancels.
    Result<UndoProgress> finish(Backend& backend, const std::function<bool(const UndoProgress&)>& observer = {});

    /// The next step writes the record and finishes. From any thread.
    void cancel() { m_cancelled = true; }
    /// From the next step on; 0: as fast as it goes. From any thread.
    void setPace(qint64 pace) { m_steering.setPace(pace); }
    /// The same; as OperationRun::setPaused().
    void setPaused(bool paused) { m_steering.setPaused(paused); }
    bool finished() const { return m_progress.finished; }
    const UndoProgress& progress() const { return m_progress; }

private:
    Result<> begin(Backend& backend, QueueEditor& editor);
    Result<> endUndone(QueueEditor& editor);
    Result<> walk(QueueEditor& editor);
    qint64 acted() const { return m_progress.restored + m_progress.movedOn; }
    Result<> writeRecord(QueueEditor& editor, bool finished);
    Result<> markUndone(QueueEditor& editor);
    Result<> beginDiscarding(QueueEditor& editor);
    Result<> discardListed(QueueEditor& editor);

    OperationRecord m_record;
    OperationRecord m_undone;
    UndoProgress m_progress;
    OperationSteering m_steering;
    QByteArray m_holder;
    QByteArray m_cursor;
    std::vector<QueueName> m_places; ///< of an import that is undone by its lists: where they are
    std::vector<UndoProgress> m_inPlaces; ///< what was undone in each
    std::size_t m_place = 0;
    std::atomic<bool> m_cancelled = false;
    bool m_began = false;
    bool m_walked = false;
    QElapsedTimer m_recorded;
};

/// The queue an operation belongs to: all before its last slash. Errors: Usage.
Result<QueueName> queueOfOperation(const OperationId& id);
/// Returns whether undoing an import into `queue` discards a list of its tasks: the layout adds tasks and does not
/// record imports.
bool undoesImportByList(Backend& backend, const QueueName& queue);
/// Id of the undo of an import that is undone so, in one of the queues where its tasks stand: they are listed under it.
OperationId undoOfImport(const OperationId& import, const QueueName& place);
/// A new id for an operation on `queue`.
OperationId makeOperationId(const QueueName& queue, TimePoint now);

} // namespace dueline
