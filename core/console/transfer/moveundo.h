// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/undorun.h"
#include "core/console/transfer/moverun.h"

namespace dueline {

/// Undo of a move. Returns the tasks that have not run in the target to their original queue. For each task, it first
/// discards the copy, then restores the task from the trash, and finally deletes the copy, so that no task can run
/// twice. Both backends belong to the calling thread.
class MoveUndo
{
public:
    /// Creates an undo. `move`: record of the move, whose kind is `move`.
    MoveUndo(OperationRecord move, QByteArray by);

    const OperationRecord& record() const { return m_record; }
    /// Returns the target of the move; nullopt if the record does not name it.
    std::optional<MoveTarget> target() const { return readMoveTarget(m_move.filter); }

    /// Returns up to 100 tasks to their queue. After an error, the undo is unchanged, and the step can be repeated.
    /// Errors: Busy (the move is running), Refused (read-only, already undone, expired), Usage (the record lacks the
    /// target), those of QueueEditor::act.
    Result<UndoProgress> step(Backend& from, Backend& to);
    /// Runs all steps. Cancels the undo when `observer` returns false.
    Result<UndoProgress> finish(
        Backend& from, Backend& to, const std::function<bool(const UndoProgress&)>& observer = {});
    /// Cancels the undo: the next step ends it. Thread-safe.
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
