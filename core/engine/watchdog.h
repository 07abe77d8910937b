// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/pipeline.h"

namespace dueline {

/// Looks at the local clock only, so that a server that hangs cannot hold it up: stops handlers whose lease could not
/// be confirmed in time (fail-stop) and those that run past the time limit, gives up those that go on although they
/// were asked to stop, and says when a drain is over. Where it was
/// called much later than it asked for, the machine slept or the process stood still: it wakes the others, whose waits
/// did not count that.
class Watchdog
{
public:
    struct Report
    {
        int unconfirmed = 0; ///< leases given up
        int overdue = 0; ///< handlers past the time limit
        int abandoned = 0; ///< handlers that did not stop: each holds a thread that is no slot any more
        bool drained = false; ///< draining, and nothing is held any more
        bool slept = false; ///< the others were woken
        Instant next = Instant::max();
    };

    /// `since`: when the others began; a sleep between that and the first call counts, too.
    explicit Watchdog(Pipeline& pipeline, Instant since = Instant::max());

    Report runOnce(Instant now);

private:
    void check(TaskItem& item, Instant now, Report& report);
    /// True: the handler was given up.
    bool losePatience(TaskItem& item, Instant now, Report& report);
    void wakeOthers();

    Pipeline& m_pipeline;
    Instant m_expected; ///< when the next call was asked for
};

} // namespace dueline
