// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/queueinfo.h"
#include "core/queue/taskfilter.h"
#include "core/queue/taskflow.h"

#include <limits>

namespace dueline {

/// Request for a page by rank. Scheduled, Due, Retrying and Leased tasks are sorted by time, soonest first; Failed,
/// Done and Trash tasks newest first. If `states` is not empty, tasks in these states are merged by time, earliest
/// first.
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
    bool isPart = false; ///< true if `total` is a lower bound because only part of the queue was read
};

/// Request for one step of a search through all tasks that a filter may match.
struct SearchRequest
{
    QueueName queue;
    TaskFilter filter;
    StateSet states = StateSet::all(); ///< narrows the filter's states
    std::optional<TimePoint> changedBefore = {}; ///< excludes failed, done and trash tasks that ended after this time
    std::optional<TimePoint> waitingUntil = {}; ///< excludes scheduled, due and retrying tasks with a later time
    QByteArray cursor = {}; ///< cursor from the last reply; if empty, start from the beginning
    bool errorsAlone = false; ///< true to return only the ids, states, times and errors of matching tasks
    /// True to read waiting tasks in run order, even in layouts where this is more expensive than the usual order.
    bool inRunOrder = false;
    int examine = 100; ///< maximum number of tasks per step; layouts also keep each server call under 1 ms
};

struct SearchStep
{
    std::vector<Task> matches;
    qint64 examined = 0;
    QByteArray cursor; ///< cursor for the next step; empty when finished
    /// Number of tasks that couldn't be checked: the filter needs their payloads, which are encrypted or too long to be
    /// read.
    qint64 unread = 0;
};

/// Limit on the queues counted in one call.
struct CountBudget
{
    std::size_t most = 320;
    std::vector<QueueName> first = {}; ///< queues to count every time; the others take turns
};

/// Request for a queue's recent statistics.
struct RecentRequest
{
    QueueName queue;
    TimePoint from{}; ///< start of the statistics; if it isn't before the requested end, no statistics are read
    /// start of the period to count failed tasks in; they are counted only if counting takes a single lookup
    TimePoint failedSince{};
};

/// Recent statistics of a queue, plus other data from the same reply.
struct RecentHistory
{
    std::vector<StatisticsBin> statistics; ///< statistics, as returned by QueueInspector::statistics()
    bool knowsRuns = false; ///< true if `nextRun` was read
    std::optional<TimePoint> nextRun = {}; ///< next tick of the queue's recurring tasks
    std::optional<qint64> failed = {}; ///< number of failures since RecentRequest::failedSince; nullopt if not counted
};

/// Holder of a unique key.
struct UniqueHold
{
    TaskId id; ///< task added with the key; it may have ended since then
    TimePoint until{};

    bool operator==(const UniqueHold&) const = default;
};

/// Read access to queues. Never writes, and every call is safe to repeat. A minimal layout implements only queues(),
/// queue(), page(), search(), task() and payload(). By default, the other functions call these or return nothing. Any
/// call can fail with Unreachable, Timeout, Disconnected, Protocol, Permission, WrongType (a key of the queue doesn't
/// have the type that the layout expects) or Refused (a newer layout version).
class QueueInspector
{
public:
    static constexpr int maxPage = 1000; ///< maximum number of tasks per page
    static constexpr int maxBins = 2000; ///< maximum number of bins per timeline

    virtual ~QueueInspector() = default;

    /// Returns all registered queues, sorted by name. Unreadable queues have `unreadable` set.
    virtual Result<std::vector<QueueInfo>> queues() = 0;
    /// Limits how many queues each later call to queues() counts, for callers that poll it. The others keep their last
    /// count (QueueInfo::asOf), or aren't listed if they have never been counted. Has no effect if the layout doesn't
    /// count each queue separately.
    virtual void paceCounts(const CountBudget&) { }
    /// Returns how many queues the last call to queues() left out because they haven't been counted yet.
    virtual std::size_t waitingQueues() const { return 0; }
    /// Returns one queue. Errors also include NotFound if the queue was never created.
    virtual Result<QueueInfo> queue(const QueueName& queue) = 0;
    virtual Result<TaskPage> page(const PageRequest& request) = 0;
    /// Returns the latest due time in the sets for these states (Scheduled and Due share one); nullopt if they are
    /// empty.
    virtual Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states);
    /// Runs one step of a search. A search visits one state after another. Within a state, it visits tasks in page()
    /// order, but failed, done and trash tasks oldest first. A layout may start with the states most likely to match,
    /// and skip states that can't match.
    virtual Result<SearchStep> search(const SearchRequest& request) = 0;
    /// Returns how many tasks a search for an id prefix checks before it stops.
    virtual qint64 mostForBeginnings(const QueueName&) { return std::numeric_limits<qint64>::max(); }
    /// Returns the end of the time range for failed, done and trashed tasks in a search that starts at `now`: the
    /// latest of their times, or `now` if none is later. Workers set these times, and their clocks may be ahead of the
    /// server's. `states`: states to search.
    virtual TimePoint endedUntil(const QueueName& queue, StateSet states, TimePoint now);
    /// Returns one task. Errors: NotFound.
    virtual Result<TaskDetail> task(const QueueName& queue, const TaskId& id) = 0;
    /// Returns the task with this id in one of `states`. Tasks in other states may have the same id. Errors: same as
    /// task().
    virtual Result<TaskDetail> taskIn(const QueueName& queue, const TaskId& id, StateSet states);
    /// Returns the flow of a task, with at most TaskFlow::most tasks. Lists the ancestors first, then the children
    /// level by level. Empty if there is no such task or the layout has no flows.
    virtual Result<TaskFlow> flow(const QueueName&, const TaskId&) { return TaskFlow(); }
    /// Limits task(), payload() and readRecords() to tasks in `states` until the next call for this queue, because a
    /// task in the trash may have another task's id. Has no effect if the layout's ids are unique.
    virtual void seekOnly(const QueueName& queue, StateSet states)
    {
        Q_UNUSED(queue)
        Q_UNUSED(states)
    }
    /// Returns bytes [offset, offset + length) of the payload, or up to the end if length < 0. Errors: NotFound.
    virtual Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset = 0, qint64 length = -1)
        = 0;
    /// Returns up to 100 complete tasks in the order of the ids; nullopt for an id without a task. TaskRecord::damage
    /// says why a task can't be read. If the payloads exceed `wholeBytes` in total, returns fewer tasks than requested,
    /// but at least one; call it again for the rest. Errors: Usage (more than 100).
    virtual Result<std::vector<std::optional<TaskRecord>>> readRecords(
        const QueueName& queue, const std::vector<TaskId>& ids);
    static constexpr qint64 wholeBytes = 8 * 1024 * 1024;
    static constexpr std::size_t taskRecords = 100;
    /// Returns `bins` equal bins over [from, to), at most maxBins. Requests the counts in a pipeline, because a single
    /// script would run too long. A layout that can't count by time reads and counts the first timelineTasks tasks in
    /// each state. Errors: same as timelineBins().
    virtual Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins);
    static constexpr int timelineTasks = 5000;
    /// Returns the statistics for [from, to), oldest first: per minute, or per hour if the per-minute statistics have
    /// expired. Empty if the layout has no statistics (Capabilities::statistics).
    virtual Result<std::vector<StatisticsBin>> statistics(const QueueName&, TimePoint, TimePoint)
    {
        return std::vector<StatisticsBin>();
    }
    /// Returns statistics up to `to` for the first queues in `wanted`: as many as one bounded call can cover, but at
    /// least one. Some layouts also return the recurring tasks' next run. Errors also include Usage if `wanted` is
    /// empty.
    virtual Result<std::vector<RecentHistory>> recent(const std::vector<RecentRequest>& wanted, TimePoint to);
    /// Returns the workers of all queues, including lost workers that are still recorded. Empty if the layout doesn't
    /// list workers (Capabilities::workers).
    virtual Result<std::vector<WorkerInfo>> workers() { return std::vector<WorkerInfo>(); }
    /// Returns up to `limit` of a queue's operations, newest first. Empty if the layout doesn't record operations.
    virtual Result<std::vector<OperationRecord>> operations(const QueueName&, int limit = 100)
    {
        Q_UNUSED(limit)
        return std::vector<OperationRecord>();
    }
    /// Returns a unique key's holder; nullopt if the key is free or the layout has no unique keys.
    virtual Result<std::optional<UniqueHold>> holderOf(const QueueName&, const QByteArray&)
    {
        return std::optional<UniqueHold>();
    }
};

/// Creates a timeline of empty bins. Errors: Usage if `bins` is zero or too large, or if the span ends before it
/// starts.
Result<std::vector<TimelineBin>> timelineBins(TimePoint from, TimePoint to, int bins);

} // namespace dueline
