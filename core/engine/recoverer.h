// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/backoffdelay.h"
#include "core/engine/pipeline.h"

#include <QRandomGenerator>

namespace dueline {

/// Takes over what died: asks for expired leases once the nearest expiry has passed, and does the housekeeping now and
/// then.
class Recoverer
{
public:
    struct Report
    {
        qint64 retried = 0; ///< tasks that wait again
        qint64 failed = 0; ///< tasks whose leases ran out too often
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
        Instant recoverAt{}; ///< although no expiry is known
        Instant recoveredAt{}; ///< the last call began
        Instant sweepAt{};
        Instant notBefore{}; ///< after an error
        Millis jitter{}; ///< so that the workers of a queue do not all ask at once
        BackoffDelay backoff;
    };

    bool recover(Lane& lane, Instant now, Report& report);
    bool sweep(Lane& lane, Instant now, Report& report);
    Instant expiryOf(const Lane& lane) const;
    /// When recover is to be called for a lane; while something is leased, every half lease.
    Instant recoverAt(const Lane& lane) const;
    Millis lazily();

    Pipeline& m_pipeline;
    TaskBroker& m_broker;
    std::vector<Lane> m_lanes;
    QRandomGenerator m_random;
};

} // namespace dueline
