// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/queueinfo.h"
#include "core/queue/taskfilter.h"
#include "core/queue/taskflow.h"

#include <limits>

namespace dueline {

/// Request for a page by rank. Scheduled, Due, Retrying and Leased tasks are sorted by their instant, soonest first;
/// Failed, Done and Trash tasks are sorted newest first. If `states` is not empty, tasks in these states are merged by
/// instant, earliest first.
struct PageRequest
{
    QueueName queue;
    TaskState state = TaskState::Scheduled;
    qint64 offset = 0;
    int limit = 100; ///< maximum number of tasks, up to QueueInspector::maxPage
    StateSet states = {}; ///< states to merge; if not empty, `state` is ignored
};

struct TaskPage
{
    std::vector<Task> tasks;
    qint64 total = 0; ///< number of tasks in the requested states
    bool isPart = false; ///< true if `total` is a lower bound, because only some of the queue's keys were read
};

/// Request for one bounded step of a search through all tasks that a filter may match.
struct SearchRequest
{
    QueueName queue;
    TaskFilter filter;
    StateSet states = StateSet::all(); ///< further restriction of the filter's states
    std::optional<TimePoint> changedBefore = {}; ///< excludes failed, done and trash tasks that ended after this time
    std::optional<TimePoint> waitingUntil = {}; ///< excludes scheduled, due and retrying tasks with a later instant
    QByteArray cursor = {}; ///< cursor from the last reply; empty: start from the beginning
    bool errorsAlone = false; ///< true to return only the ids, states, instants and errors of matching tasks
    /// True to read waiting tasks in the order in which they run, even in layouts in which this is more expensive than
    /// the usual order.
    bool inRunOrder = false;
    int examine = 100; ///< maximum number of tasks per step; layouts also keep each server call below 1 ms
};

struct SearchStep
{
    std::vector<Task> matches;
    qint64 examined = 0;
    QByteArray cursor; ///< cursor for the next step; empty: finished
    /// Number of tasks that could not be checked: the filter needs their payloads, but the payloads are encrypted or
    /// too long to be read.
    qint64 unread = 0;
};

/// Limit on the queues that are counted in one call.
struct CountBudget
{
    std::size_t most = 320;
    std::vector<QueueName> first = {}; ///< queues to count every time; the others take turns
};

/// Request for the recent statistics of a queue.
struct RecentRequest
{
    QueueName queue;
    TimePoint from{}; ///< start of the statistics; if it is not before the requested end, no statistics are read
    /// start of the period in which to count failed tasks; they are counted only if a single lookup is enough
    TimePoint failedSince{};
};

/// Recent statistics of a queue, and other data from the same reply.
struct RecentHistory
{
    std::vector<StatisticsBin> statistics; ///< statistics, as returned by QueueInspector::statistics()
    bool knowsRuns = false; ///< true if `nextRun` was read
    std::optional<TimePoint> nextRun = {}; ///< next tick of the queue's recurring tasks
    std::optional<qint64> failed = {}; ///< failures since RecentRequest::failedSince; nullopt: not counted
};

/// Holder of a unique key.
struct UniqueHold
{
    TaskId id; ///< task that was added with the key, and may have ended
    TimePoint until{};

    bool operator==(const UniqueHold&) const = default;
};

/// Read access to queues. Never writes, and every call is safe to repeat. A minimal layout implements only queues(),
/// queue(), page(), search(), task() and payload(). The default implementations of the other functions call these
/// functions or return nothing. Errors of all calls: Unreachable, Timeout, Disconnected, Protocol, Permission,
/// WrongType (a key of the queue has a different type from the one that the layout expects), Refused (a newer layout
/// version).
class QueueInspector
{
public:
    static constexpr int maxPage = 1000; ///< maximum number of tasks in a page
    static constexpr int maxBins = 2000; ///< maximum number of bins in a timeline

    virtual ~QueueInspector() = default;

    /// Returns all registered queues, sorted by name. An unreadable queue is listed with `unreadable` set.
    virtual Result<std::vector<QueueInfo>> queues() = 0;
    /// Limits the number of queues that each subsequent call to queues() counts, for callers that poll it. Other queues
    /// keep their last count (QueueInfo::asOf); queues that have never been counted are not listed. Has no effect if
    /// the layout does not count each queue separately.
    virtual void paceCounts(const CountBudget&) { }
    /// Returns the number of queues that the last call to queues() omitted because they have not been counted yet.
    virtual std::size_t waitingQueues() const { return 0; }
    /// Returns one queue. Additional error: NotFound, if the queue was never created.
    virtual Result<QueueInfo> queue(const QueueName& queue) = 0;
    virtual Result<TaskPage> page(const PageRequest& request) = 0;
    /// Returns the latest due time in the sets that contain these states (Scheduled and Due share one set); nullopt if
    /// the sets are empty.
    virtual Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states);
    /// Runs one step of a search. A search visits the states one after another. Within a state, it visits tasks in the
    /// order of page(), but failed, done and trash tasks oldest first. A layout may start with the states that are most
    /// likely to match, and skip states that cannot match.
    virtual Result<SearchStep> search(const SearchRequest& request) = 0;
    /// Returns the number of tasks after which a search for an id prefix stops.
    virtual qint64 mostForBeginnings(const QueueName&) { return std::numeric_limits<qint64>::max(); }
    /// Returns the instant up to which a search that starts at `now` includes failed, done and trashed tasks: their
    /// latest instant, or `now` if none is later. Workers set these instants, and their clocks may be ahead of the
    /// server's clock. `states`: states to be searched.
    virtual TimePoint endedUntil(const QueueName& queue, StateSet states, TimePoint now);
    /// Returns one task. Errors: NotFound.
    virtual Result<TaskDetail> task(const QueueName& queue, const TaskId& id) = 0;
    /// Returns the task that has this id and is in one of `states`. Tasks in other states may have the same id. Errors:
    /// those of task().
    virtual Result<TaskDetail> taskIn(const QueueName& queue, const TaskId& id, StateSet states);
    /// Returns the flow of a task, with at most TaskFlow::most tasks. Includes the ancestors first, and then the
    /// children level by level. Empty if the task does not exist or the layout has no flows.
    virtual Result<TaskFlow> flow(const QueueName&, const TaskId&) { return TaskFlow(); }
    /// Limits task(), payload() and readRecords() to tasks in `states` until the next call for this queue. A task in
    /// the trash and another task may have the same id. Has no effect if the layout's ids are unique.
    virtual void seekOnly(const QueueName& queue, StateSet states)
    {
        Q_UNUSED(queue)
        Q_UNUSED(states)
    }
    /// Returns bytes [offset, offset + length) of the payload; length < 0: up to the end. Errors: NotFound.
    virtual Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset = 0, qint64 length = -1)
        = 0;
    /// Returns up to 100 complete tasks in the order of the ids; nullopt for an id without a task. TaskRecord::damage
    /// explains why a task cannot be read. If the payloads exceed `wholeBytes` in total, returns fewer tasks than
    /// requested, but at least one; call it again for the rest. Errors: Usage (more than 100).
    virtual Result<std::vector<std::optional<TaskRecord>>> readRecords(
        const QueueName& queue, const std::vector<TaskId>& ids);
    static constexpr qint64 wholeBytes = 8 * 1024 * 1024;
    static constexpr std::size_t taskRecords = 100;
    /// Returns `bins` equal bins over [from, to), at most maxBins. Requests the counts in a pipeline, because a single
    /// script would run for too long. A layout that cannot count by time reads and counts the first timelineTasks tasks
    /// of each state. Errors: those of timelineBins().
    virtual Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins);
    static constexpr int timelineTasks = 5000;
    /// Returns the statistics for [from, to), oldest first: per minute, or per hour if the per-minute statistics have
    /// expired. Empty if the layout has no statistics (Capabilities::statistics).
    virtual Result<std::vector<StatisticsBin>> statistics(const QueueName&, TimePoint, TimePoint)
    {
        return std::vector<StatisticsBin>();
    }
    /// Returns statistics up to `to` for the first queues in `wanted`: as many queues as one bounded call can cover,
    /// but at least one. Some layouts also return the next run of recurring tasks. Additional error: Usage, if `wanted`
    /// is empty.
    virtual Result<std::vector<RecentHistory>> recent(const std::vector<RecentRequest>& wanted, TimePoint to);
    /// Returns the workers of all queues, including lost workers that are still recorded. Empty if the layout does not
    /// list workers (Capabilities::workers).
    virtual Result<std::vector<WorkerInfo>> workers() { return std::vector<WorkerInfo>(); }
    /// Returns up to `limit` operations of one queue, newest first. Empty if the layout does not record operations.
    virtual Result<std::vector<OperationRecord>> operations(const QueueName&, int limit = 100)
    {
        Q_UNUSED(limit)
        return std::vector<OperationRecord>();
    }
    /// Returns the holder of a unique key; nullopt if the key is free or the layout has no unique keys.
    virtual Result<std::optional<UniqueHold>> holderOf(const QueueName&, const QByteArray&)
    {
        return std::optional<UniqueHold>();
    }
};

/// Creates a timeline of empty bins. Errors: Usage if `bins` is zero or too large, or the span ends before it begins.
Result<std::vector<TimelineBin>> timelineBins(TimePoint from, TimePoint to, int bins);

} // namespace dueline
