// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/taskfilter.h"

namespace dueline {

/// Selection of tasks in a queue for an operation.
struct TaskSelection
{
    enum class Kind : quint8 {
        Ids, ///< ids, which are looked up during the selection
        Refs, ///< references to tasks in the state that the user saw
        Filter, ///< all tasks that match the filter
        All,
    };

    Kind kind = Kind::All;
    std::vector<TaskId> ids; ///< for Ids: ids of the tasks; repeated ids count once
    std::vector<TaskRef> refs; ///< for Refs: references to the tasks
    TaskFilter filter; ///< for Filter: filter that selects the tasks
};

/// Stages of an operation: one task, ten tasks, then the rest. After each stage, the operation waits until the tasks of
/// the stage have ended.
struct Canary
{
    // maximum percentage of tasks in a stage that may fail or not finish in time; above it, the operation stops
    int failuresPercent = 20;
    Millis wait{std::chrono::minutes(1)}; ///< time limit for the tasks of a stage to end

    bool operator==(const Canary&) const = default;
};

/// Operation requested by a user.
struct OperationRequest
{
    QueueName queue;
    Action action;
    TaskSelection selection;
    StateSet states = StateSet::all(); ///< states to which the selection is limited
    QByteArray reason; ///< reason for the operation, stored in the record; may be empty
    QByteArray by; ///< user who requested the operation: `user@host`
    qint64 pace = 0; ///< maximum number of tasks per second; 0: unlimited
    // maximum percentage of time during which Redis may be busy; at 50, each pause is as long as the step before it
    int duty = 100;
    std::optional<Canary> canary = {};
    bool keepsUndo = true; ///< false to store no undo data
};

} // namespace dueline
