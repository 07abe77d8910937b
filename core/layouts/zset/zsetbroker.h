// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/custombroker.h"
#include "core/layouts/zset/zsetspec.h"

namespace dueline {

/// A worker of sorted sets. Where the design locks, the locks of what runs are extended with the leases; a lock is
/// never deleted, since a worker of theirs that saw the task before does not look at the set again once it has the
/// lock.
class ZsetBroker : public CustomBroker
{
public:
    ZsetBroker(NativeScripts& scripts, const ZsetSpec& spec)
        : CustomBroker(scripts, spec)
        , m_set(spec)
    { }

    Result<std::vector<ExtendOutcome::Value>> extend(
        const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor) override;
    /// A worker that leaves gives back home what it had taken and not started.
    Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving) override;

private:
    const ZsetSpec& m_set;
};

} // namespace dueline
