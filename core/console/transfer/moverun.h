// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/taskimport.h"
#include "core/console/transfer/taskwalk.h"

#include <QElapsedTimer>
#include <QStringList>

#include <atomic>
#include <functional>

namespace dueline {

/// Tasks of one queue that are to go, or to be copied, into another: on the same server or elsewhere.
struct MoveRequest
{
    QueueName from;
    QueueName to;
    TaskSelection selection;
    /// Narrows the selection; what lies in the trash is copied only where this is all that is asked for.
    StateSet states = StateSet::all();
    bool copies = false; ///< they stay where they are, too
    QByteArray elsewhere; ///< the other server's address without a password; empty: the same server and prefix
    QByteArray by; ///< user@host
    QByteArray reason;
};

struct MovePreview
{
    qint64 total = 0; ///< tasks that would go
    StateCounts counts; ///< these by state
    qint64 leased = 0; ///< stay: a worker holds them
    qint64 damaged = 0; ///< stay: what is stored of them cannot be read
    QStringList damage; ///< a sentence each, of the first of those
    qint64 interrupted = 0; ///< moves to there that did not come to their end: they are finished first
    std::optional<QueueInfo> target; ///< the queue, when it is there already
};

struct MoveProgress
{
    qint64 examined = 0;
    qint64 expected = 0; ///< tasks in the wanted states when it began
    qint64 done = 0;
    qint64 leased = 0; ///< stay: a worker holds them
    qint64 exists = 0; ///< stay: the same task is there already
    qint64 conflicts = 0; ///< stay: another task has their id there
    qint64 noPlace = 0; ///< stay: the layout there has no place for their state
    qint64 movedOn = 0; ///< changed or went before their turn
    qint64 damaged = 0; ///< stay: what is stored of them cannot be read
    QStringList damage; ///< a sentence each, of the first of those
    bool finished = false;
    bool cancelled = false;

    qint64 left() const { return leased + exists + conflicts + noPlace + movedOn + damaged; }
    /// `2 held by a worker, 1 there already`; empty when there are none.
    QString leftSummary() const;
    bool operator==(const MoveProgress&) const = default;
};

/// What a task does not take along, a sentence each; for the preview.
QStringList lostOnTheWay(const MoveRequest& request);

/// Moves or copies tasks, in bounded steps. Of a move each task is first put into the trash of its queue, then added to
/// the other one where nobody runs it, then given its state there: it is at no moment where two queues run it, and at
/// every moment whole in one of them. What it has in transit its record names, written before the first of it is taken
/// and once all of it has arrived or is back; so the next move to the same queue first finishes exactly that of a move
/// that ended in the middle. Both backends belong to the calling thread.
class MoveRun
{
public:
    using Observer = std::function<bool(const MoveProgress&)>; ///< false: cancel

    explicit MoveRun(MoveRequest request);

    /// Changes nothing. Errors: Usage (the same queue), NotFound, those of QueueInspector, Cancelled.
    Result<MovePreview> preview(Backend& from, Backend& to, const Observer& observer = {});
    /// At most 100 tasks. An error leaves the run as it was; the same step may be called again. Errors: as preview(),
    /// Refused (read-only; somebody else ended it), Busy (another move to the same queue is being carried out), those
    /// of importTasks().
    Result<MoveProgress> step(Backend& from, Backend& to);
    /// step() to the end; after an error what is in transit goes back where that can be done.
    Result<MoveProgress> finish(Backend& from, Backend& to, const Observer& observer = {});
    /// The next step finishes. From any thread.
    void cancel() { m_cancelled = true; }

    /// Of the queue they come from, or, of copies, of the queue they go to.
    const OperationRecord& record() const { return m_record; }
    const MoveProgress& progress() const { return m_progress; }

private:
    /// Longer than a hundred tasks take, a few MiB over a slow line.
    static constexpr Millis holdFor{std::chrono::seconds(30)};

    Result<> begin(Backend& from, Backend& to);
    Result<> resume(Backend& from, Backend& to, OperationRecord record);
    Result<> settle(Backend& from, Backend& to);
    Result<> noteInTransit(Backend& from);
    /// Of a framework's task: what it is called there.
    void bringTyped(TaskRecord record);
    Result<> take(Backend& from);
    Result<> bringIn(Backend& to);
    Result<> giveBack(Backend& from);
    void giveBackAfter(Backend& from, Backend& to);
    std::vector<TaskId> inTransit() const;
    OperationRecord recordNow(bool finished) const;
    Result<> end(Backend& from, Backend& to);
    Result<> writeRecord(Backend& from, const OperationRecord& record);
    Result<> tellThere(Backend& to);
    Result<> writeRecordThere(Backend& to, const OperationRecord& record) const;
    OperationId idThere(const OperationRecord& move) const { return m_request.to + '/' + uniquePartOf(move.id); }

    MoveRequest m_request;
    TaskWalk m_walk;
    OperationRecord m_record; ///< as it was written last
    MoveProgress m_progress;
    std::vector<TaskRef> m_taking; ///< found, and not yet known to be in transit
    std::vector<TaskRecord> m_pending; ///< in transit: not yet known to be there
    std::vector<TaskId> m_back; ///< in transit: not wanted there, and not yet known to be back
    std::vector<OperationRecord> m_interrupted;
    bool m_triedBefore = false; ///< bringing in what is pending failed, and may have happened all the same
    bool m_isTyped = false; ///< ids get their types in front
    qint64 m_unfit = 0; ///< tasks whose types cannot be any there
    QStringList m_unfitWhy; ///< a sentence each, of the first of those
    bool m_canUndo = false; ///< the other queue's layout knows what a move brought
    bool m_isKnownThere = false; ///< the other queue has the operation's record
    bool m_walked = false; ///< nothing more to be found
    bool m_began = false;
    std::atomic<bool> m_cancelled = false;
    QElapsedTimer m_recorded;
};

/// `to QUEUE` or `to QUEUE at URL`, as the record of a move says it; both ways.
QByteArray moveTarget(const QueueName& queue, const QByteArray& elsewhere);
struct MoveTarget
{
    QueueName queue;
    QByteArray elsewhere;
};
std::optional<MoveTarget> readMoveTarget(const QByteArray& text);

} // namespace dueline
