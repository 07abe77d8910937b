// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/custombroker.h"
#include "core/layouts/zset/zsetspec.h"

namespace dueline {

/// Broker for sorted sets. If the design uses locks, extends the lock of a running task together with its lease. Never
/// deletes locks: a worker of the design that read the task earlier could acquire the free lock and run the task
/// without checking the set again.
class ZsetBroker : public CustomBroker
{
public:
    ZsetBroker(NativeScripts& scripts, const ZsetSpec& spec)
        : CustomBroker(scripts, spec)
        , m_set(spec)
    { }

    Result<std::vector<ExtendOutcome::Value>> extend(
        const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor) override;
    /// Sends a worker's heartbeat. If the worker is stopping, also moves the tasks that it has
    /// claimed but not started back to the design's key.
    Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving) override;

private:
    const ZsetSpec& m_set;
};

} // namespace dueline
