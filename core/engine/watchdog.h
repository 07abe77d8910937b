// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/pipeline.h"

namespace dueline {

/// Looks at the local clock only, so that a server that hangs cannot hold it up: stops handlers whose lease could not
/// be confirmed in time (fail-stop) and those that run past the time limit, and says when a drain is over.
class Watchdog
{
public:
    struct Report
    {
        int unconfirmed = 0; ///< leases given up
        int overdue = 0; ///< handlers past the time limit
        bool drained = false; ///< draining, and nothing is held any more
        Instant next = Instant::max();
    };

    explicit Watchdog(Pipeline& pipeline);

    Report runOnce(Instant now);

private:
    void check(TaskItem& item, Instant now, Report& report);

    Pipeline& m_pipeline;
};

} // namespace dueline
