// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/backoffdelay.h"
#include "core/engine/pipeline.h"

namespace dueline {

/// Keeps the leases: extends all of them every third of a lease, on a connection of its own, and learns which are lost
/// or to be cancelled. Reports the worker to the list of workers.
class Heartbeater
{
public:
    struct Report
    {
        int extended = 0; ///< leases held on
        int lost = 0;
        int cancelled = 0;
        bool beat = false; ///< the worker list was told
        bool failed = false;
        Instant next = Instant::max();
    };

    Heartbeater(Pipeline& pipeline, TaskBroker& broker, WorkerInfo worker);

    Report runOnce(Instant now);
    /// Takes the worker off the list; best effort.
    void leave();

private:
    bool extendAll(Report& report);
    bool extend(int queue, Millis leaseFor, const std::vector<TaskItem*>& items, Report& report);
    void apply(TaskItem& item, ExtendOutcome::Value outcome, Instant heldUntil, Report& report);
    bool beat();
    /// Until the next report: seldom while there is nothing to do.
    Millis beatInterval();
    Millis shortestLease() const;

    Pipeline& m_pipeline;
    TaskBroker& m_broker;
    WorkerInfo m_worker;
    Instant m_extendAt{};
    Instant m_beatAt{};
    Instant m_lookAt{}; ///< no sooner than this an idle worker that began to work reports it
    bool m_toldIdle = false; ///< the last report said that nothing runs
    Instant m_lastFinish{}; ///< of any task, at the last report
    BackoffDelay m_backoff;
};

} // namespace dueline
