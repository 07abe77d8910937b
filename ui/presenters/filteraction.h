// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/taskfilter.h"

#include <vector>

namespace dueline {

/// A request to act on all tasks that match a filter in given states of a queue of the current connection.
struct FilterAction
{
    /// Preset of the confirmation.
    enum class Way : quint8 { AtOnce, Canary, Later };

    ActionKind kind = ActionKind::Retry;
    QueueName queue;
    TaskFilter filter;
    StateSet states = StateSet::all();
    qint64 expected = 0; ///< number of known matches
    Way way = Way::AtOnce;

    /// A further queue and filter covered by the confirmation, with its own operation.
    struct Part
    {
        QueueName queue;
        TaskFilter filter;
        qint64 expected = 0;
    };
    std::vector<Part> further = {};
};

} // namespace dueline
