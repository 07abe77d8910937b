// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/undorun.h"
#include "core/console/transfer/moverun.h"

namespace dueline {

/// Takes back what a move brought into another queue, as far as it did not run there: of each task the copy there is
/// discarded first, then the task leaves the trash it was put in, then the copy is deleted; so nobody can run both.
/// Both backends belong to the calling thread.
class MoveUndo
{
public:
    /// `move`: its record, of kind `move`.
    MoveUndo(OperationRecord move, QByteArray by);

    const OperationRecord& record() const { return m_record; }
    /// Where the tasks are; nullopt: the record does not say.
    std::optional<MoveTarget> target() const { return readMoveTarget(m_move.filter); }

    /// At most 100 tasks. Errors: Busy (the move is being carried out), Refused (read-only, undone already, past its
    /// time), Usage (its record does not say where to), those of QueueEditor::act. An error leaves it as it was; the
    /// step may be called again.
    Result<UndoProgress> step(Backend& from, Backend& to);
    /// step() to the end; `observer` returning false cancels.
    Result<UndoProgress> finish(
        Backend& from, Backend& to, const std::function<bool(const UndoProgress&)>& observer = {});
    /// The next step finishes. From any thread.
    void cancel() { m_cancelled = true; }

private:
    Result<> begin(Backend& from, Backend& to);
    Result<> endMove(Backend& from);
    Result<> takeBack(Backend& from, Backend& to, const std::vector<TaskRecord>& tasks);
    Result<std::vector<bool>> removable(
        Backend& to, const std::vector<TaskRecord>& tasks, std::vector<TaskRef>& copies);
    static Result<std::vector<bool>> act(Backend& backend, const QueueName& queue, const OperationId& operation,
        ActionKind kind, const std::vector<TaskRef>& refs);
    Result<> writeRecords(Backend& from, bool finished);

    OperationRecord m_move;
    OperationRecord m_record;
    QueueName m_to;
    QByteArray m_unique; ///< of the undo
    TaskWalk m_walk;
    std::vector<TaskRecord> m_pending;
    UndoProgress m_progress;
    bool m_began = false;
    bool m_walked = false;
    std::atomic<bool> m_cancelled = false;
};

} // namespace dueline
