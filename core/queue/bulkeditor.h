// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <map>

namespace dueline {

/// A walk over the tasks of one state, by their instants.
struct BulkWalk
{
    TaskState state = TaskState::Scheduled; ///< Scheduled and Due share a set: `from` and `until` tell them apart
    std::optional<TimePoint> from = {}; ///< the earliest instant that is meant
    std::optional<TimePoint> until = {}; ///< the latest
    QByteArray cursor = {}; ///< empty: from the start; else the last answer's
};

/// What one step of it put on the list.
struct BulkTaken
{
    qint64 tasks = 0;
    std::optional<TimePoint> first = {}; ///< instants of the first and the last of them
    std::optional<TimePoint> last = {};
    QByteArray cursor = {}; ///< empty: finished
};

/// One step of acting on a list.
struct BulkStep
{
    QueueName queue;
    OperationId operation;
    Action action; ///< Time::In is resolved to At before
    qint64 gaps = 0; ///< Spread: the tasks it is spread over, less one
    QByteArray holder; ///< who acts; nobody else may within `holdFor`
    Millis holdFor{};
    int limit = 0; ///< at most 250 tasks; 0: only looks, and holds on
};

/// How far the operation has come, counted by the queue from its beginning.
struct BulkState
{
    bool isLeft = false; ///< something is left on the list
    qint64 place = 0; ///< tasks looked at
    qint64 done = 0;
    qint64 skipped = 0; ///< what the preview left alone included
    qint64 notFound = 0; ///< of `skipped`, since acting began
    qint64 refused = 0; ///< whatever the reason
    std::map<ItemOutcome, qint64> reasons = {}; ///< of these, as far as the layout tells them apart
    qint64 busyUs = 0; ///< how long this step kept the server busy, µs
    QByteArray asked; ///< what somebody asked of it: `pause`, `cancel`, `pace N`; see OperationRecord
    std::vector<std::pair<TaskId, ItemOutcome>> told; ///< of this step: what was left alone; all of it up to ten tasks
};

/// Operations on very many tasks. What an operation means stands on a list beside the queue, made before the first task
/// is touched: whoever knows the operation can go on with it, and what comes later is not on it. Each step is atomic
/// together with the count in the record. Errors of all: those of QueueEditor.
class BulkEditor
{
public:
    virtual ~BulkEditor() = default;

    /// Puts the next tasks of a state on the list without telling them. Not Leased. Errors: Full.
    virtual Result<BulkTaken> gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk) = 0;
    /// How many a walk would meet now.
    virtual Result<qint64> count(const QueueName& queue, const BulkWalk& walk) = 0;
    /// Puts these on the list, at most 1000, and keeps the list for `keep`. Errors: Full.
    virtual Result<> put(const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs,
        Millis keep = previewKept)
        = 0;
    static constexpr Millis previewKept{3'600'000}; ///< of a list that nobody has acted on yet
    /// Acts on the next ones. Made again after a lost answer it acts on those after them; its counts are of all.
    /// Errors: Busy (somebody else holds the operation), Refused (it was ended or undone), NotFound (it has no record).
    virtual Result<BulkState> act(const BulkStep& step) = 0;
    /// Forgets the list.
    virtual Result<> drop(const QueueName& queue, const OperationId& operation) = 0;
    /// Asks of whoever carries the operation out; empty: nothing any more. Errors: NotFound.
    virtual Result<> ask(const QueueName& queue, const OperationId& operation, const QByteArray& what) = 0;
};

} // namespace dueline
