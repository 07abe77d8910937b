// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/taskfilter.h"

#include <vector>

namespace dueline {

/// Request to act on all of a queue's tasks that are in certain states and match a filter.
struct FilterAction
{
    /// Mode selected initially in the action's dialog.
    enum class Mode : quint8 {
        AtOnce,
        Canary,
        Later,
        SetAside, ///< reschedule by 30 days
        Spread, ///< reschedule evenly over a period
    };

    ActionKind kind = ActionKind::Retry;
    QueueName queue;
    TaskFilter filter;
    StateSet states = StateSet::all();
    qint64 expected = 0; ///< number of matches known so far
    Mode mode = Mode::AtOnce;

    /// Additional queue and filter, covered by the same confirmation but run as a separate operation.
    struct Part
    {
        QueueName queue;
        TaskFilter filter;
        qint64 expected = 0;
    };
    std::vector<Part> further = {};
};

} // namespace dueline
