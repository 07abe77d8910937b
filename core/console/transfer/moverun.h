// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/taskimport.h"
#include "core/console/transfer/taskwalk.h"

#include <QElapsedTimer>
#include <QStringList>

#include <atomic>
#include <functional>

namespace dueline {

/// Request to move or copy tasks of one queue into another queue, on the same or a different server.
struct MoveRequest
{
    QueueName from;
    QueueName to;
    TaskSelection selection;
    /// Restricts the selection. Tasks in the trash are copied only if this contains no other state.
    StateSet states = StateSet::all();
    bool copies = false; ///< copies the tasks instead of moving them
    QByteArray elsewhere; ///< address of the other server without a password; empty: same server and prefix
    QByteArray by; ///< user@host
    QByteArray reason;
};

/// Data of a task that is kept after a move or copy.
enum class KeptData : quint8 {
    All, ///< everything, including state, attempts, errors and result
    Options, ///< the data that a new task of the same layout has
    Limits, ///< the data that a new task of any layout has
};

struct MovePreview
{
    qint64 total = 0; ///< number of tasks that are moved, without tasks that the target refuses
    StateCounts counts; ///< number of tasks per state
    qint64 leased = 0; ///< tasks that stay because a worker holds them
    qint64 damaged = 0; ///< tasks that stay because their stored data cannot be read
    QStringList damage; ///< one sentence each for the first TaskWalk::damageTold damaged tasks
    QString gap; ///< TaskWalk::gap()
    qint64 exists = 0; ///< tasks that stay because the target already has them (only with Foresight::Target)
    // tasks that stay because another task of the target has their id (only with Foresight::Target)
    qint64 conflicts = 0;
    // tasks that stay because the target's layout does not support their state (only with Foresight::Target)
    qint64 noPlace = 0;
    // tasks whose attempts and errors the target does not import (only with Foresight::Target)
    qint64 attemptsLost = 0;
    qint64 interrupted = 0; ///< unfinished moves to the target, which are finished first
    KeptData kept = KeptData::All;
    QString noUndo; ///< sentence that says how to return the tasks of a move if undo is not possible; otherwise empty
    std::optional<QueueInfo> target; ///< target queue, if it exists
};

struct MoveProgress
{
    qint64 examined = 0;
    qint64 expected = 0; ///< number of tasks in the selected states at the start
    qint64 done = 0;
    qint64 leased = 0; ///< tasks that stay because a worker holds them
    qint64 exists = 0; ///< tasks that stay because the target already has them
    qint64 conflicts = 0; ///< tasks that stay because another task of the target has their id
    qint64 noPlace = 0; ///< tasks that stay because the target's layout does not support their state
    qint64 attemptsLost = 0; ///< arrived tasks whose attempts and errors the target does not import
    qint64 movedOn = 0; ///< tasks that were changed or removed before their turn
    qint64 damaged = 0; ///< tasks that stay because their stored data cannot be read
    QStringList damage; ///< one sentence each for the first TaskWalk::damageTold damaged tasks
    QString gap; ///< TaskWalk::gap()
    bool finished = false;
    bool cancelled = false;

    qint64 left() const { return leased + exists + conflicts + noPlace + movedOn + damaged; }
    /// Returns a summary such as `2 held by a worker, 1 there already`; empty if no tasks stayed.
    QString leftSummary() const;
    bool operator==(const MoveProgress&) const = default;
};

/// Move or copy of tasks, in bounded steps. A moved task is first put into the trash of its queue. It is then added to
/// the target as a parked task, and finally gets its state there. The two queues can never both run a task, and at
/// every moment one of them contains it completely.
/// The record names the tasks in transit. It is written before the first task of a batch leaves, and again after all of
/// them have arrived or returned. If a move is interrupted, the next move to the same queue can thus complete exactly
/// the tasks in transit. Both backends belong to the calling thread.
class MoveRun
{
public:
    using Observer = std::function<bool(const MoveProgress&)>; ///< false: cancel

    explicit MoveRun(MoveRequest request);

    /// Data on which a preview is based.
    enum class Foresight : quint8 {
        Source, ///< the selected tasks
        Target, ///< the selected tasks, and which of them the target would accept
    };

    /// Returns a preview without changing anything. Errors: Usage (the same queue), NotFound, NotSupported (tasks
    /// cannot leave the source), those of QueueInspector, Cancelled; with Foresight::Target also those of
    /// wouldImport().
    Result<MovePreview> preview(
        Backend& from, Backend& to, const Observer& observer = {}, Foresight foresight = Foresight::Source);
    /// Moves at most 100 tasks. An error leaves the run unchanged, and the step may be repeated. Errors: as preview(),
    /// Refused (read-only, or ended by another client), Busy (another move to the same queue is running), those of
    /// importTasks().
    Result<MoveProgress> step(Backend& from, Backend& to);
    /// Runs all steps. After an error, returns the tasks in transit to their queue if possible.
    Result<MoveProgress> finish(Backend& from, Backend& to, const Observer& observer = {});
    /// Makes the next step finish the move. Thread-safe.
    void cancel() { m_cancelled = true; }

    /// Returns a sentence that says how to return moved tasks if undo is not possible: MovePreview::noUndo.
    QString noUndo(Backend& to) const;

    /// Returns the record in the source queue; for copies, the record in the target queue.
    const OperationRecord& record() const { return m_record; }
    const MoveProgress& progress() const { return m_progress; }

private:
    /// Longer than a step with a hundred tasks takes, even with several MiB over a slow connection.
    static constexpr Millis holdFor{std::chrono::seconds(30)};

    Result<> begin(Backend& from, Backend& to);
    Result<> resume(Backend& from, Backend& to, OperationRecord record);
    Result<> settle(Backend& from, Backend& to);
    Result<> noteInTransit(Backend& from);
    /// Renames a framework's task as the target requires.
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
    OperationRecord m_record; ///< record as it was last written
    MoveProgress m_progress;
    std::vector<TaskRef> m_taking; ///< tasks that were found and may not be in transit yet
    std::vector<TaskRecord> m_pending; ///< tasks in transit that may not have arrived yet
    std::vector<TaskId> m_back; ///< tasks in transit that the target refused and that may not be back yet
    std::vector<OperationRecord> m_interrupted;
    bool m_triedBefore = false; ///< a previous call to add m_pending failed, but may have succeeded on the server
    bool m_isTyped = false; ///< ids are prefixed by their types
    qint64 m_unfit = 0; ///< tasks whose types are invalid in the target
    QStringList m_unfitWhy; ///< one sentence for each of the first of these tasks
    bool m_canUndo = false; ///< the target's layout records moved tasks for undo
    ImportUndo m_undo; ///< undo data in the target queue
    bool m_walked = false; ///< True if all tasks have been found.
    bool m_began = false;
    std::atomic<bool> m_cancelled = false;
    QElapsedTimer m_recorded;
};

/// Converts the target of a move to and from the text in its record: `to QUEUE` or `to QUEUE at URL`.
QByteArray moveTarget(const QueueName& queue, const QByteArray& elsewhere);
struct MoveTarget
{
    QueueName queue;
    QByteArray elsewhere;
};
std::optional<MoveTarget> readMoveTarget(const QByteArray& text);

} // namespace dueline
