// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/taskfilter.h"

namespace dueline {

/// Which tasks of a queue an operation is about.
struct TaskSelection
{
    enum class Kind : quint8 {
        Ids, ///< named ones, looked up when the operation selects
        Refs, ///< named ones together with what the operator saw of them
        Filter, ///< whatever the filter matches
        All,
    };

    Kind kind = Kind::All;
    std::vector<TaskId> ids; ///< Ids; a repeated id counts once
    std::vector<TaskRef> refs; ///< Refs
    TaskFilter filter; ///< Filter
};

/// An operation by stages: one task, ten, then the rest. Each stage waits until its tasks have ended.
struct Canary
{
    int failuresPercent = 20; ///< stops where more of a stage failed, or have not ended in time
    Millis wait{std::chrono::minutes(1)}; ///< for the tasks of a stage to end

    bool operator==(const Canary&) const = default;
};

/// What an operator asks for.
struct OperationRequest
{
    QueueName queue;
    Action action;
    TaskSelection selection;
    StateSet states = StateSet::all(); ///< narrows the selection
    QByteArray reason; ///< for the record, may be empty
    QByteArray by; ///< user@host, for the record
    qint64 pace = 0; ///< at most so many tasks per second; 0: as fast as it goes
    int duty = 100; ///< percent of the time in which it may keep Redis busy; 50: rests as long as each step took
    std::optional<Canary> canary = {};
    bool keepsUndo = true; ///< else nothing is written down by which it could be undone
};

} // namespace dueline
