// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/pipeline.h"

namespace dueline {

/// Supervisor of the running handlers. It uses only the local clock, so that an unresponsive server can't block it. It
/// stops handlers whose leases weren't confirmed in time (fail-stop) and handlers that exceed the time limit. It
/// abandons handlers that ignore a stop request, and detects the end of a drain. If a call is much later than
/// scheduled, the machine has slept or the process was suspended. The watchdog then wakes the other services, because
/// their waits didn't include that time.
class Watchdog
{
public:
    struct Report
    {
        int unconfirmed = 0; ///< number of leases given up
        int overdue = 0; ///< number of handlers that exceeded the time limit
        /// Number of handlers that ignored a stop request. Each still occupies a thread, which no longer counts as a
        /// slot.
        int abandoned = 0;
        bool drained = false; ///< true if the engine is draining and holds no leases
        bool slept = false; ///< true if the machine slept and the other services were woken
        Instant next = Instant::max();
    };

    /// Creates a watchdog. `since`: start time of the other services. It lets the watchdog detect that the machine
    /// slept before the first call.
    explicit Watchdog(Pipeline& pipeline, Instant since = Instant::max());

    Report runOnce(Instant now);

private:
    void check(TaskItem& item, Instant now, Report& report);
    /// Abandons a handler that has ignored a stop request for too long. Returns whether it was abandoned.
    bool losePatience(TaskItem& item, Instant now, Report& report);
    void wakeOthers();

    Pipeline& m_pipeline;
    Instant m_expected; ///< time at which the next call was due
};

} // namespace dueline
