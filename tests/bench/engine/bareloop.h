// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

/// What the scripts reach without an engine and without handlers.
struct BareLoop
{
    dueline::BackendFactory makeBackend;
    dueline::QueueName queue;
    int batch = 100;
    int loops = 1; ///< each on a thread and a connection of its own

    struct Figures
    {
        qint64 tasks = 0;
        double seconds = 0; ///< from the first claim to the last ack
        double cpuSeconds = 0; ///< of this process
    };
    /// Claims, loads and acks batch after batch until `tasks` are done. Errors: those of the broker; Protocol, when an
    /// ack is refused; NotFound, when the queue has fewer.
    dueline::Result<Figures> run(qint64 tasks) const;
};

/// Processor time of this process so far.
double cpuSeconds();
