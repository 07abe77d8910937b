// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <map>

namespace dueline {

/// Range of tasks in one state, ordered by their instants.
struct BulkWalk
{
    /// state of the tasks; Scheduled and Due share a sorted set, and are separated by `from` and `until`
    TaskState state = TaskState::Scheduled;
    std::optional<TimePoint> from = {}; ///< earliest instant (inclusive)
    std::optional<TimePoint> until = {}; ///< latest instant (inclusive)
    QByteArray cursor = {}; ///< cursor from the last reply; empty: start from the beginning
};

/// Result of a call to gather().
struct BulkTaken
{
    qint64 tasks = 0;
    std::optional<TimePoint> first = {}; ///< instants of the first and last tasks added
    std::optional<TimePoint> last = {};
    QByteArray cursor = {}; ///< cursor for the next call; empty: finished
};

/// One step of an action on an operation's list of tasks.
struct BulkStep
{
    QueueName queue;
    OperationId operation;
    Action action; ///< action, in which Time::In has been replaced with Time::At
    qint64 gaps = 0; ///< for Spread: number of gaps between the tasks, which is their number minus one
    QByteArray holder; ///< client that runs the operation; other clients cannot run it for `holdFor`
    Millis holdFor{};
    int limit = 0; ///< maximum number of tasks, up to 250; 0: only report the state and renew the claim
};

/// Progress of the operation since its start, as recorded in the queue.
struct BulkState
{
    bool isLeft = false; ///< true if the list still contains tasks
    qint64 place = 0; ///< number of tasks examined so far
    qint64 done = 0;
    qint64 skipped = 0; ///< number of tasks skipped, including those excluded by the preview
    qint64 notFound = 0; ///< number of tasks in `skipped` that were not found, counted from the first act()
    qint64 refused = 0; ///< number of tasks refused for any reason
    std::map<ItemOutcome, qint64> reasons = {}; ///< refused tasks by reason, if the layout reports reasons
    qint64 busyUs = 0; ///< server time used by this step, in µs
    QByteArray asked; ///< pending request: `pause`, `cancel` or `pace N`; see OperationRecord
    /// Outcomes of this step: those of all tasks if there are at most ten, otherwise only those of skipped tasks.
    std::vector<std::pair<TaskId, ItemOutcome>> told;
};

/// Operations on large numbers of tasks. Before the first task changes, an operation's tasks are stored in a list next
/// to the queue. Any client that has the operation's id can therefore resume it, and tasks added later are not
/// affected. Each step atomically changes the tasks and the counts in the record. Errors of all functions: those of
/// QueueEditor.
class BulkEditor
{
public:
    virtual ~BulkEditor() = default;

    /// Adds the next tasks of a state to the list without transferring them to the client. `walk.state` must not be
    /// Leased. Errors: Full.
    virtual Result<BulkTaken> gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk) = 0;
    /// Returns the current number of tasks in a range.
    virtual Result<qint64> count(const QueueName& queue, const BulkWalk& walk) = 0;
    /// Adds up to 1000 tasks to the list and keeps the list for `keep`. Errors: Full.
    virtual Result<> put(const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs,
        Millis keep = previewKept)
        = 0;
    static constexpr Millis previewKept{3'600'000}; ///< lifetime of a list until the first act()
    /// Acts on the next tasks. If the reply is lost, repeat the call: it continues after the tasks that have already
    /// been changed, and its counts cover both calls. Errors: Busy (another client is running the operation), Refused
    /// (the operation was ended or undone), NotFound (the operation has no record).
    virtual Result<BulkState> act(const BulkStep& step) = 0;
    /// Deletes the list.
    virtual Result<> drop(const QueueName& queue, const OperationId& operation) = 0;
    /// Sends a request to the client that is running the operation; an empty request withdraws the previous one.
    /// Errors: NotFound.
    virtual Result<> ask(const QueueName& queue, const OperationId& operation, const QByteArray& what) = 0;
};

} // namespace dueline
