// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/pipeline.h"

namespace dueline {

/// Supervisor of the running handlers. It uses only the local clock, so that an unresponsive server cannot block it. It
/// stops handlers whose lease was not confirmed in time (fail-stop) and handlers that exceed the time limit, abandons
/// handlers that ignore a stop request, and detects the end of a drain. A call that comes much later than scheduled
/// shows that the machine slept or the process was suspended. The watchdog then wakes the other services, because their
/// waits did not include that time.
class Watchdog
{
public:
    struct Report
    {
        int unconfirmed = 0; ///< leases given up
        int overdue = 0; ///< handlers that exceed the time limit
        int abandoned = 0; ///< handlers that did not stop; each occupies a thread that no longer counts as a slot
        bool drained = false; ///< the engine is draining, and no lease is held
        bool slept = false; ///< the other services were woken
        Instant next = Instant::max();
    };

    /// Creates a watchdog. `since`: start time of the other services. A sleep between that time and the first call is
    /// also detected.
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
