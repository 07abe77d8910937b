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
};

} // namespace dueline
