// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/custombroker.h"
#include "core/layouts/zset/zsetspec.h"

namespace dueline {

/// Broker for sorted sets. If the design uses locks, extends a running task's lock along with its lease. Never deletes
/// locks: one of the design's workers may have read the task earlier, and could acquire a free lock and run the task
/// without rechecking the set.
class ZsetBroker : public CustomBroker
{
public:
    ZsetBroker(NativeScripts& scripts, const ZsetSpec& spec)
        : CustomBroker(scripts, spec)
        , m_set(spec)
    { }

    Result<std::vector<ExtendOutcome::Value>> extend(
        const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor) override;
    /// Sends a worker's heartbeat. If the worker is stopping, also returns the tasks it has claimed but not started to
    /// the design's key.
    Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving) override;

private:
    const ZsetSpec& m_set;
};

} // namespace dueline
