// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/moveprogress.h"
#include "core/console/transfer/moverequest.h"
#include "core/console/transfer/taskimport.h"
#include "core/console/transfer/taskwalk.h"

#include <QElapsedTimer>
#include <QStringList>

#include <atomic>

namespace dueline {

/// Move or copy of tasks, in bounded steps. To move a task, the run first puts it into its queue's trash, then adds it
/// to the target as a parked task, and finally sets its state there. This way, no task can run in both queues, and one
/// of them contains the complete task at any time. The record lists the tasks in transit. It is written before a
/// batch's first task leaves, and after all of them have arrived or been returned, so that if a move is interrupted,
/// the next move to the same queue can complete exactly these tasks. Use a run and both backends on one thread.
class MoveRun
{
public:
    explicit MoveRun(MoveRequest request);

    /// Moves up to 100 tasks. Can be called again after an error. Errors: same as previewMove() and importTasks();
    /// Refused (read-only, or another client has ended the operation); Busy (another move to the same queue is
    /// running).
    Result<MoveProgress> step(Backend& from, Backend& to);
    /// Runs all remaining steps. After an error, tries to return the tasks in transit to their queue.
    Result<MoveProgress> finish(Backend& from, Backend& to, const MoveObserver& observer = {});
    /// Cancels the move at the next step. Thread-safe.
    void cancel() { m_cancelled = true; }

    /// Returns the record in the source queue or, for a copy, in the target queue.
    const OperationRecord& record() const { return m_record; }
    const MoveProgress& progress() const { return m_progress; }

private:
    /// Duration of the claim on the operation: longer than a step of 100 tasks takes, even with several MiB over a slow
    /// connection.
    static constexpr Millis holdFor{std::chrono::seconds(30)};

    Result<> begin(Backend& from, Backend& to);
    Result<> resume(Backend& from, Backend& to, OperationRecord record);
    Result<> settle(Backend& from, Backend& to);
    Result<> noteInTransit(Backend& from);
    /// Adds a framework's task to m_pending, with an id that starts with its type.
    void bringTyped(TaskRecord record);
    Result<> take(Backend& from);
    Result<> bringIn(Backend& to);
    Result<> giveBack(Backend& from);
    void giveBackAfter(Backend& from, Backend& to);
    std::vector<TaskId> inTransit() const;
    OperationRecord recordNow(bool finished) const;
    Result<> end(Backend& from, Backend& to);
    Result<> writeRecord(Backend& from, const OperationRecord& record);
    Result<bool> tellThere(Backend& to, const std::vector<TaskId>& parked = {});
    Result<bool> writeRecordThere(
        Backend& to, const OperationRecord& record, const std::vector<TaskId>& parked = {}) const;
    OperationId idThere(const OperationRecord& move) const { return m_request.to + '/' + uniquePartOf(move.id); }

    MoveRequest m_request;
    TaskWalk m_walk;
    OperationRecord m_record; ///< record as last written
    MoveProgress m_progress;
    std::vector<TaskRef> m_taking; ///< tasks that have been found but may not have left their queue yet
    std::vector<TaskRecord> m_pending; ///< tasks that have left their queue but may not have arrived yet
    std::vector<TaskId> m_back; ///< tasks that the target didn't accept and that may not have been returned yet
    std::vector<OperationRecord> m_interrupted;
    /// True if an earlier attempt failed and may already have added m_pending.
    bool m_triedBefore = false;
    bool m_isTyped = false; ///< true if ids are prefixed with their type
    qint64 m_unfit = 0; ///< number of tasks whose type isn't valid in the target
    QStringList m_unfitWhy; ///< one sentence for each of the first few tasks that m_unfit counts
    bool m_canUndo = false;
    ImportUndo m_undo; ///< undo data stored in the target queue
    bool m_walked = false; ///< true once all tasks have been found
    bool m_began = false;
    std::atomic<bool> m_cancelled = false;
    QElapsedTimer m_recorded;
};

} // namespace dueline
