// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/backoffdelay.h"
#include "core/engine/pipeline.h"

namespace dueline {

/// Service that keeps leases alive. Every third of a lease length, it extends all leases on its own connection. The
/// replies also reveal lost leases and cancelled tasks. It sends the worker's heartbeats, too.
class Heartbeater
{
public:
    struct Report
    {
        int extended = 0;
        int lost = 0;
        int cancelled = 0;
        bool beat = false;
        bool failed = false;
        Instant next = Instant::max();
    };

    Heartbeater(Pipeline& pipeline, TaskBroker& broker, WorkerInfo worker);

    Report runOnce(Instant now);
    /// Removes the worker from the worker list. Ignores failures.
    void leave();

private:
    bool extendAll(Report& report);
    bool extend(int queue, Millis leaseFor, const std::vector<TaskItem*>& items, Report& report);
    void apply(TaskItem& item, ExtendOutcome::Value outcome, Instant heldUntil, Report& report);
    bool beat();
    /// Returns the interval between heartbeats, which is longer while the worker is idle.
    Millis beatInterval();
    Millis shortestLease() const;

    Pipeline& m_pipeline;
    TaskBroker& m_broker;
    WorkerInfo m_worker;
    Instant m_extendAt{};
    Instant m_beatAt{};
    Instant m_lookAt{}; ///< earliest time at which a worker that reported itself idle may report that it is busy again
    bool m_toldIdle = false; ///< true if the last heartbeat reported no running tasks
    Instant m_lastFinish{}; ///< end time of the last finished task, as of the last heartbeat
    BackoffDelay m_backoff;
};

} // namespace dueline
