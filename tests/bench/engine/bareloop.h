// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

/// Measures the scripts' throughput without an engine or handlers.
struct BareLoop
{
    dueline::BackendFactory makeBackend;
    dueline::QueueName queue;
    int batch = 100;
    int loops = 1; ///< number of loops, each on its own thread and connection

    struct Figures
    {
        qint64 tasks = 0;
        double seconds = 0; ///< time from the first claim to the last ack
        double cpuSeconds = 0; ///< CPU time used by this process
    };
    /// Claims, loads and acks batches until `tasks` are done. Errors: same as the broker's; Protocol if an ack is
    /// refused; NotFound if the queue contains fewer tasks.
    dueline::Result<Figures> run(qint64 tasks) const;
};

/// Returns the CPU time used by this process, in seconds.
double cpuSeconds();
