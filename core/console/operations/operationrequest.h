// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/taskfilter.h"

namespace dueline {

/// Tasks of a queue that an operation selects.
struct TaskSelection
{
    enum class Kind : quint8 {
        Ids, ///< ids, looked up while selecting
        Refs, ///< references to tasks as the operator saw them
        Filter, ///< all tasks that match the filter
        All,
    };

    Kind kind = Kind::All;
    std::vector<TaskId> ids; ///< Ids; a repeated id counts once
    std::vector<TaskRef> refs; ///< Refs
    TaskFilter filter; ///< Filter
};

/// Stages of an operation: one task, ten tasks, then the rest. Each stage waits until its tasks have ended.
struct Canary
{
    int failuresPercent = 20; ///< stops if more tasks of a stage fail or do not end in time
    Millis wait{std::chrono::minutes(1)}; ///< time for the tasks of a stage to end

    bool operator==(const Canary&) const = default;
};

/// Request of an operator.
struct OperationRequest
{
    QueueName queue;
    Action action;
    TaskSelection selection;
    StateSet states = StateSet::all(); ///< limits the selection
    QByteArray reason; ///< reason for the record; may be empty
    QByteArray by; ///< user@host, for the record
    qint64 pace = 0; ///< maximum of tasks per second; 0: unlimited
    int duty = 100; ///< maximum share of time that Redis is busy, percent; 50: pauses as long as each step took
    std::optional<Canary> canary = {};
    bool keepsUndo = true; ///< false: stores no undo data
};

} // namespace dueline
