// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/queueinfo.h"
#include "core/queue/taskfilter.h"
#include "core/queue/taskflow.h"

namespace dueline {

/// A page by rank. Within one state: Scheduled, Due, Retrying and Leased by their instant, soonest first; Failed, Done
/// and Trash newest first. Over several states (`states` not empty): all of them merged by instant, earliest first.
struct PageRequest
{
    QueueName queue;
    TaskState state = TaskState::Scheduled;
    qint64 offset = 0;
    int limit = 100; ///< at most QueueInspector::maxPage
    StateSet states = {}; ///< not empty: these merged, instead of `state`
};

struct TaskPage
{
    std::vector<Task> tasks;
    qint64 total = 0; ///< tasks in that state
};

/// One bounded step of a walk over everything a filter may match.
struct SearchRequest
{
    QueueName queue;
    TaskFilter filter;
    StateSet states = StateSet::all(); ///< narrows the filter's own
    std::optional<TimePoint> changedBefore
        = {}; ///< ignore failed, done and trash that got there later: an operation's cutoff
    std::optional<TimePoint> waitingUntil = {}; ///< ignore scheduled, due and retrying tasks whose instant is later
    QByteArray cursor = {}; ///< empty: from the start; else the last answer's
    bool errorsAlone = false; ///< of matches no more is asked than what they are, where they stand, and their errors
    int examine = 100; ///< tasks looked at per step at most; a layout keeps each server call below 1 ms by itself
};

struct SearchStep
{
    std::vector<Task> matches;
    qint64 examined = 0;
    QByteArray cursor; ///< empty: finished
    /// Examined, no match, and it is not known what their payloads say, which the filter asks for: they are encrypted,
    /// or too long to be read.
    qint64 unread = 0;
};

/// How many queues are counted at once.
struct CountPace
{
    std::size_t most = 320;
    std::vector<QueueName> first = {}; ///< each time; the others in turn
};

/// A queue whose last minutes are asked for.
struct RecentRequest
{
    QueueName queue;
    TimePoint from{}; ///< at or after the end that is asked for: no statistics
    TimePoint failedSince{}; ///< tasks that are failed and did so since then are counted where that costs one look
};

/// The last minutes of a queue, and what else was told with them.
struct RecentPast
{
    std::vector<StatisticsBin> statistics; ///< as QueueInspector::statistics() tells them
    bool knowsRuns = false; ///< whether the next run was looked for
    std::optional<TimePoint> nextRun = {}; ///< the first tick of its recurring tasks
    std::optional<qint64> failed = {}; ///< since RecentRequest::failedSince; nullopt: they were not counted
};

/// Who holds a unique key.
struct UniqueHold
{
    TaskId id; ///< of the task it came with, which may have ended
    TimePoint until{};

    bool operator==(const UniqueHold&) const = default;
};

/// Reading a queue. Never writes; every call is safe to repeat. A layout that can tell no more than its tasks
/// implements queues(), queue(), page(), search(), task() and payload(); the others are then made of these, or know
/// nothing. Errors of all: Unreachable, Timeout, Disconnected, Protocol, Permission, WrongType (a key of the queue is
/// not what the layout says), Refused (a newer layout version).
class QueueInspector
{
public:
    static constexpr int maxPage = 1000; ///< tasks of one page
    static constexpr int maxBins = 2000; ///< of one timeline

    virtual ~QueueInspector() = default;

    /// All queues of the registry, by name. One that cannot be read is listed with `unreadable` set, never left out.
    virtual Result<std::vector<QueueInfo>> queues() = 0;
    /// For who asks for all queues again and again: how many of them queues() counts from now on, where each is counted
    /// by itself. Another one comes as it was counted last (QueueInfo::asOf), or not before it was counted once.
    virtual void paceCounts(const CountPace&) { }
    /// How many queues the last queues() knew and did not list, since they wait to be counted.
    virtual std::size_t waitingQueues() const { return 0; }
    /// One queue. A queue nobody made yet answers NotFound.
    virtual Result<QueueInfo> queue(const QueueName& queue) = 0;
    virtual Result<TaskPage> page(const PageRequest& request) = 0;
    /// The latest instant at which anything that waits falls due, of the sets that hold these states (Scheduled and Due
    /// share one); nullopt: nothing waits there.
    virtual Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states);
    /// Matches come state by state, within a state in the order of page() (failed, done, trash: oldest first). A layout
    /// may begin with the states that are likely to have some, and pass over those that can have none.
    virtual Result<SearchStep> search(const SearchRequest& request) = 0;
    /// Instant up to which a walk that begins at `now` takes failed, done and trashed tasks of `states` for tasks that
    /// were there before: workers stamp them, and a worker's clock may be ahead of the server's. `now` where none is
    /// later.
    virtual TimePoint endedUntil(const QueueName& queue, StateSet states, TimePoint now);
    /// Errors: NotFound.
    virtual Result<TaskDetail> task(const QueueName& queue, const TaskId& id) = 0;
    /// Reads the task of that id in one of `states`: tasks in other states may share its id. Errors: as task().
    virtual Result<TaskDetail> taskIn(const QueueName& queue, const TaskId& id, StateSet states);
    /// The flow that a task belongs to, at most TaskFlow::most of its tasks: those above it, then each level below the
    /// first. A task that is gone belongs to none, and so does every task where the layout has no flows.
    virtual Result<TaskFlow> flow(const QueueName&, const TaskId&) { return TaskFlow(); }
    /// Bytes [offset, offset + length) of the payload; length < 0: to its end. Errors: NotFound.
    virtual Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset = 0, qint64 length = -1)
        = 0;
    /// At most 100 tasks as a whole, one answer per id, in their order; nullopt: it is not there (any more). One that
    /// cannot be read says why (TaskRecord::damage). Ends early, after at least one, once the payloads make
    /// `wholeBytes`: ask again for the others. Errors: Usage (more than 100).
    virtual Result<std::vector<std::optional<TaskRecord>>> whole(
        const QueueName& queue, const std::vector<TaskId>& ids);
    static constexpr qint64 wholeBytes = 8 * 1024 * 1024;
    static constexpr std::size_t taskRecords = 100;
    /// `bins` equal bins over [from, to); at most maxBins. Pipelined counts, never one long script. Where a layout
    /// cannot count by time, the first timelineTasks of each state are read and counted. Errors: those of
    /// timelineBins().
    virtual Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins);
    static constexpr int timelineTasks = 5000;
    /// Minutes of [from, to) that have statistics, oldest first; whole hours where the minutes are gone. None where the
    /// layout keeps none (Capabilities::statistics).
    virtual Result<std::vector<StatisticsBin>> statistics(const QueueName&, TimePoint, TimePoint)
    {
        return std::vector<StatisticsBin>();
    }
    /// The statistics until `to` of the first of these queues, of as many as one bounded call tells, at least of one.
    /// Some layouts tell the next run of recurring tasks in the same call. Errors: also Usage (no queue).
    virtual Result<std::vector<RecentPast>> recent(const std::vector<RecentRequest>& wanted, TimePoint to);
    /// Workers of all queues, lost ones included as long as they are remembered. None where the layout knows none
    /// (Capabilities::workers).
    virtual Result<std::vector<WorkerInfo>> workers() { return std::vector<WorkerInfo>(); }
    /// Operations of one queue, newest first, at most `limit`. None where the layout keeps none.
    virtual Result<std::vector<OperationRecord>> operations(const QueueName&, int limit = 100)
    {
        Q_UNUSED(limit)
        return std::vector<OperationRecord>();
    }
    /// Who holds a unique key now; nullopt: nobody, or the layout has none.
    virtual Result<std::optional<UniqueHold>> holderOf(const QueueName&, const QByteArray&)
    {
        return std::optional<UniqueHold>();
    }
};

/// Empty bins of a timeline. Errors: Usage, where it has none, too many, or a span that ends before it begins.
Result<std::vector<TimelineBin>> timelineBins(TimePoint from, TimePoint to, int bins);

} // namespace dueline
