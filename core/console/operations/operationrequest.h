// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/taskfilter.h"

namespace dueline {

/// Tasks of a queue on which an operation acts.
struct TaskSelection
{
    enum class Kind : quint8 {
        Ids, ///< tasks with these ids, in any state
        Refs, ///< these tasks, as long as they are in the state in which the user saw them
        Filter, ///< all tasks that match a filter
        All,
    };

    Kind kind = Kind::All;
    std::vector<TaskId> ids; ///< for Ids; repeated ids count once
    std::vector<TaskRef> refs; ///< for Refs
    TaskFilter filter; ///< for Filter
};

/// Options of an operation with stages: one task, ten tasks, then all others. After the first two stages, the operation
/// waits until the stage's tasks have ended.
struct Canary
{
    // The operation stops if more than this percentage of a stage's tasks fail or do not end in time.
    int failuresPercent = 20;
    Millis wait{std::chrono::minutes(1)}; ///< time that the tasks of a stage may take to end

    bool operator==(const Canary&) const = default;
};

/// Operation that a user requests.
struct OperationRequest
{
    QueueName queue;
    Action action;
    TaskSelection selection;
    StateSet states = StateSet::all(); ///< states to which the selection is restricted
    QByteArray reason; ///< user's reason, which the record stores; may be empty
    QByteArray by; ///< user who requests the operation, as `user@host`
    qint64 pace = 0; ///< maximum number of tasks per second; 0: unlimited
    // Maximum percentage of the time for which the operation may keep Redis busy. At 50, each pause is as long as the
    // step before it.
    int duty = 100;
    std::optional<Canary> canary = {};
    bool keepsUndo = true; ///< true to store undo data
};

} // namespace dueline
