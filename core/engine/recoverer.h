// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/backoffdelay.h"
#include "core/engine/pipeline.h"

#include <QRandomGenerator>

namespace dueline {

/// Service that recovers tasks of lost workers after the nearest lease expiry, and runs periodic housekeeping.
class Recoverer
{
public:
    struct Report
    {
        qint64 retried = 0; ///< number of recovered tasks that will be retried
        qint64 failed = 0; ///< number of recovered tasks that failed because their leases expired too often
        int calls = 0;
        int sweeps = 0;
        bool trouble = false;
        Instant next = Instant::max();
    };

    Recoverer(Pipeline& pipeline, TaskBroker& broker);

    Report runOnce(Instant now);

private:
    struct Lane
    {
        int index = 0;
        Instant recoverAt{}; ///< time of the next recover call if no expiry is known
        Instant recoveredAt{}; ///< start of the last call
        Instant sweepAt{};
        Instant notBefore{}; ///< earliest time for the next call after an error
        Millis jitter{}; ///< random delay that spreads out the calls of workers sharing a queue
        BackoffDelay backoff;
    };

    bool recover(Lane& lane, Instant now, Report& report);
    bool sweep(Lane& lane, Instant now, Report& report);
    Instant expiryOf(const Lane& lane) const;
    /// Returns when to call recover for a queue. While tasks are leased, recover is called at least once per half lease
    /// length.
    Instant recoverAt(const Lane& lane) const;
    Millis lazily();

    Pipeline& m_pipeline;
    TaskBroker& m_broker;
    std::vector<Lane> m_lanes;
    QRandomGenerator m_random;
};

} // namespace dueline
