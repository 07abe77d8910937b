// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/taskfilter.h"

namespace dueline {

/// Tasks in a queue that an operation acts on.
struct TaskSelection
{
    enum class Kind : quint8 {
        Ids, ///< tasks with the given ids, in any state
        Refs, ///< the given tasks, if they are still in the state that the user saw them in
        Filter, ///< all tasks that match a filter
        All,
    };

    Kind kind = Kind::All;
    std::vector<TaskId> ids; ///< for Ids; repeated ids count once
    std::vector<TaskRef> refs; ///< for Refs
    TaskFilter filter; ///< for Filter
};

/// Options for a staged operation, which acts on one task, then on ten, then on all others. After each of the first two
/// stages, the operation waits until the stage's tasks have ended.
struct Canary
{
    // The operation stops if more than this percentage of a stage's tasks fail or don't end in time.
    int failuresPercent = 20;
    Millis wait{std::chrono::minutes(1)}; ///< time limit for a stage's tasks to end

    bool operator==(const Canary&) const = default;
};

/// Operation requested by a user.
struct OperationRequest
{
    QueueName queue;
    Action action;
    TaskSelection selection;
    StateSet states = StateSet::all(); ///< states to restrict the selection to
    QByteArray reason; ///< user's reason, stored in the record; may be empty
    QByteArray by; ///< requesting user, as `user@host`
    qint64 pace = 0; ///< maximum number of tasks per second; 0: unlimited
    // Maximum percentage of time that the operation may keep Redis busy. At 50, each pause is as long as the step
    // before it.
    int duty = 100;
    std::optional<Canary> canary = {};
    bool keepsUndo = true; ///< true to store undo data
};

} // namespace dueline
