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

/// Move or copy of tasks, in bounded steps. To move a task, the run first puts it into the trash of its queue, then
/// adds it to the target as a parked task, and finally sets its state there. Therefore, the two queues can never both
/// run a task, and one of them contains the complete task at all times. The record names the tasks in transit. It is
/// written before the first task of a batch leaves, and again after all of them have arrived or been returned.
/// Therefore, if a move is interrupted, the next move to the same queue can complete exactly these tasks. Both backends
/// belong to the calling thread.
class MoveRun
{
public:
    explicit MoveRun(MoveRequest request);

    /// Moves up to 100 tasks. After an error, the run is unchanged, and the step can be repeated. Errors: those of
    /// previewMove(), Refused (read-only, or ended by another client), Busy (another move to the same queue is in
    /// progress), those of importTasks().
    Result<MoveProgress> step(Backend& from, Backend& to);
    /// Runs all steps. After an error, tries to return the tasks in transit to their queue.
    Result<MoveProgress> finish(Backend& from, Backend& to, const MoveObserver& observer = {});
    /// Cancels the move: the next step ends it. Thread-safe.
    void cancel() { m_cancelled = true; }

    /// Returns the record in the source queue; for copies, the record in the target queue.
    const OperationRecord& record() const { return m_record; }
    const MoveProgress& progress() const { return m_progress; }

private:
    /// Lock time: longer than a step of 100 tasks takes, even with several MiB over a slow
    /// connection.
    static constexpr Millis holdFor{std::chrono::seconds(30)};

    Result<> begin(Backend& from, Backend& to);
    Result<> resume(Backend& from, Backend& to, OperationRecord record);
    Result<> settle(Backend& from, Backend& to);
    Result<> noteInTransit(Backend& from);
    /// Gives a framework's task the id that the target requires.
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
    std::vector<TaskRef> m_taking; ///< tasks that have been found but may not be in transit yet
    std::vector<TaskRecord> m_pending; ///< tasks in transit that may not have arrived yet
    std::vector<TaskId> m_back; ///< tasks in transit that the target refused and that may not have been returned yet
    std::vector<OperationRecord> m_interrupted;
    /// true if an earlier attempt to add m_pending failed, but may have succeeded on the server
    bool m_triedBefore = false;
    bool m_isTyped = false; ///< true if ids are prefixed by their types
    qint64 m_unfit = 0; ///< number of tasks whose types are invalid in the target
    QStringList m_unfitWhy; ///< one sentence for each of the first such tasks
    bool m_canUndo = false; ///< true if the target's layout records moved tasks for undo
    ImportUndo m_undo; ///< undo data in the target queue
    bool m_walked = false; ///< true if all tasks have been found
    bool m_began = false;
    std::atomic<bool> m_cancelled = false;
    QElapsedTimer m_recorded;
};

} // namespace dueline
