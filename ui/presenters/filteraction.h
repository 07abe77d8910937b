// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/taskfilter.h"

#include <vector>

namespace dueline {

/// Request to act on all tasks in given states of a queue that match a filter.
struct FilterAction
{
    /// Initial mode of the confirmation dialog.
    enum class Way : quint8 { AtOnce, Canary, Later };

    ActionKind kind = ActionKind::Retry;
    QueueName queue;
    TaskFilter filter;
    StateSet states = StateSet::all();
    qint64 expected = 0; ///< number of known matches
    Way way = Way::AtOnce;

    /// Additional queue and filter. They are covered by the same confirmation, but use a separate operation.
    struct Part
    {
        QueueName queue;
        TaskFilter filter;
        qint64 expected = 0;
    };
    std::vector<Part> further = {};
};

} // namespace dueline
