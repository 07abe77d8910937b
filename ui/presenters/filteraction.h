// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/taskfilter.h"

#include <vector>

namespace dueline {

/// What somebody wants done with all tasks that a filter finds in some states of a queue of the current connection.
struct FilterAction
{
    /// What the question before it is set to at first.
    enum class Way : quint8 { AtOnce, Canary, Later };

    ActionKind kind = ActionKind::Retry;
    QueueName queue;
    TaskFilter filter;
    StateSet states = StateSet::all();
    qint64 expected = 0; ///< so many are known of
    Way way = Way::AtOnce;

    /// More of the same that is asked about once, each an operation of its own.
    struct Part
    {
        QueueName queue;
        TaskFilter filter;
        qint64 expected = 0;
    };
    std::vector<Part> further = {};
};

} // namespace dueline
