// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/undorun.h"
#include "core/console/transfer/moverun.h"

namespace dueline {

/// Undo of a move. Returns the tasks that haven't run in the target to their original queue. Discards the copy first,
/// then restores the task from the trash, and finally deletes the copy, so that no task can run twice. Use an undo and
/// both backends on one thread.
class MoveUndo
{
public:
    /// Creates an undo. `move`: the move's record.
    MoveUndo(OperationRecord move, QByteArray by);

    const OperationRecord& record() const { return m_record; }
    /// Returns the move's target; nullopt if the record doesn't name it.
    std::optional<MoveTarget> target() const { return readMoveTarget(m_move.filter); }

    /// Returns up to 100 tasks to their queue. Can be called again after an error. Errors: Busy (the move is running),
    /// Refused (read-only, already undone, expired), Usage (the record doesn't name the target); otherwise same as
    /// QueueEditor::act().
    Result<UndoProgress> step(Backend& from, Backend& to);
    /// Runs all remaining steps. `observer`: progress callback that returns false to cancel the undo.
    Result<UndoProgress> finish(
        Backend& from, Backend& to, const std::function<bool(const UndoProgress&)>& observer = {});
    /// Cancels the undo at the next step. Thread-safe.
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
    QByteArray m_unique; ///< unique part of the undo's id
    TaskWalk m_walk;
    std::vector<TaskRecord> m_pending;
    UndoProgress m_progress;
    bool m_began = false;
    bool m_walked = false;
    std::atomic<bool> m_cancelled = false;
};

} // namespace dueline
