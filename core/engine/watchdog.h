// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/pipeline.h"

namespace dueline {

/// Supervisor of the running handlers. It uses the local clock only, so that a stuck server cannot block it. It stops
/// handlers whose lease was not confirmed in time (fail-stop) and handlers past the time limit, abandons handlers that
/// ignore a stop request, and detects the end of a drain. If one of its calls is much later than scheduled, the machine
/// slept or the process was suspended. The watchdog then wakes the other services, whose waits did not include that
/// time.
class Watchdog
{
public:
    struct Report
    {
        int unconfirmed = 0; ///< leases given up
        int overdue = 0; ///< handlers past the time limit
        int abandoned = 0; ///< handlers that did not stop: each keeps a thread that is no longer a slot
        bool drained = false; ///< draining, and no lease is held
        bool slept = false; ///< the other services were woken
        Instant next = Instant::max();
    };

    /// `since`: start of the other services; a sleep between that and the first call also counts.
    explicit Watchdog(Pipeline& pipeline, Instant since = Instant::max());

    Report runOnce(Instant now);

private:
    void check(TaskItem& item, Instant now, Report& report);
    /// Abandons a handler that ignores a stop request; returns true if it was abandoned.
    bool losePatience(TaskItem& item, Instant now, Report& report);
    void wakeOthers();

    Pipeline& m_pipeline;
    Instant m_expected; ///< requested time of the next call
};

} // namespace dueline
