// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QString>

namespace dueline::chaos {

struct WorkerOptions
{
    QString url;
    QString journal;
    Millis lease{};
    int concurrency = 8;
};

/// Timeouts for all clients in a run. Shorter than the defaults, so that clients soon give up on a silent connection.
struct RunTimeouts
{
    static constexpr Millis connect{2'000};
    static constexpr Millis progress{1'500};
    static constexpr Millis reply{5'000};
};

/// Runs a worker process: an engine whose handlers follow TaskPlan and record every run. Drains on SIGTERM. Returns
/// the exit code.
int runWorker(const WorkerOptions& options);

} // namespace dueline::chaos
