// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <map>

namespace dueline {

/// Range of tasks in one state, ordered by time.
struct BulkWalk
{
    /// state of the tasks; Scheduled and Due share a sorted set, separated by `from` and `until`
    TaskState state = TaskState::Scheduled;
    std::optional<TimePoint> from = {}; ///< earliest time (inclusive)
    std::optional<TimePoint> until = {}; ///< latest time (inclusive)
    QByteArray cursor = {}; ///< cursor from the last reply; if empty, start from the beginning
};

/// Result of a gather() call.
struct BulkTaken
{
    qint64 tasks = 0;
    std::optional<TimePoint> first = {}; ///< times of the first and last tasks added
    std::optional<TimePoint> last = {};
    QByteArray cursor = {}; ///< cursor for the next call; empty when finished
};

/// Step of an action on an operation's task list.
struct BulkStep
{
    QueueName queue;
    OperationId operation;
    Action action; ///< action, with Time::In already converted to Time::At
    qint64 gaps = 0; ///< for Spread: number of gaps between tasks, one less than the number of tasks
    QByteArray holder; ///< client running the operation; other clients can't run it for `holdFor`
    Millis holdFor{};
    int limit = 0; ///< maximum number of tasks, up to 250; 0: just report the state and renew the claim
};

/// Progress of an operation so far, as recorded in the queue.
struct BulkState
{
    bool isLeft = false; ///< true if there are tasks left in the list
    qint64 place = 0; ///< number of tasks examined so far
    qint64 done = 0;
    qint64 skipped = 0; ///< number of tasks skipped, including those excluded by the preview
    qint64 notFound = 0; ///< number of skipped tasks that weren't found, since the first act()
    qint64 refused = 0; ///< number of tasks refused for any reason
    std::map<ItemOutcome, qint64> reasons = {}; ///< refused tasks by reason, if the layout reports reasons
    qint64 busyUs = 0; ///< server time this step used, in µs
    QByteArray asked; ///< pending request: `pause`, `cancel` or `pace N`; see OperationRecord
    /// Outcomes of all this step's tasks if there are at most ten, otherwise only of the skipped ones.
    std::vector<std::pair<TaskId, ItemOutcome>> told;
};

/// Operations on large numbers of tasks. Before the first task changes, an operation's tasks are stored in a list next
/// to the queue, so any client with the operation's id can resume it, and tasks added later aren't affected. Each step
/// atomically updates the tasks and the record's counts. Any call can fail with any of QueueEditor's errors.
class BulkEditor
{
public:
    virtual ~BulkEditor() = default;

    /// Adds the next tasks in a state to the list, without sending them to the client. `walk.state` must not be Leased.
    /// Errors: Full.
    virtual Result<BulkTaken> gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk) = 0;
    /// Returns the current number of tasks in a range.
    virtual Result<qint64> count(const QueueName& queue, const BulkWalk& walk) = 0;
    /// Adds up to 1000 tasks to the list and keeps the list for `keep`. Errors: Full.
    virtual Result<> put(const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs,
        Millis keep = previewKept)
        = 0;
    static constexpr Millis previewKept{3'600'000}; ///< lifetime of a list until the first act()
    /// Acts on the next tasks. If the reply is lost, repeat the call: it continues where the first call stopped, and
    /// its counts cover both calls. Errors: Busy (another client is running the operation), Refused (the operation has
    /// ended or been undone), NotFound (the operation has no record).
    virtual Result<BulkState> act(const BulkStep& step) = 0;
    /// Deletes the list.
    virtual Result<> drop(const QueueName& queue, const OperationId& operation) = 0;
    /// Sends a request to the client running the operation; an empty request withdraws the previous one. Errors:
    /// NotFound.
    virtual Result<> ask(const QueueName& queue, const OperationId& operation, const QByteArray& what) = 0;
};

} // namespace dueline
