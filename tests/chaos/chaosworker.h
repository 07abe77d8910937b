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

/// The timeouts of every client of a run: short, so that a silent connection costs a second and not ten.
struct RunTimeouts
{
    static constexpr Millis connect{2'000};
    static constexpr Millis progress{1'500};
    static constexpr Millis reply{5'000};
};

/// A worker process: an engine whose handlers do what TaskPlan says and write down every run. Drains at SIGTERM.
/// Returns the exit code.
int runWorker(const WorkerOptions& options);

} // namespace dueline::chaos
