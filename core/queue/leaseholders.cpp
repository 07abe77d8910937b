// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/leaseholders.h"

namespace dueline {

LeaseHolders::LeaseHolders(const std::vector<WorkerInfo>& workers)
{
    for (const WorkerInfo& worker : workers) {
        if (worker.lost)
            continue;
        m_alive.insert(worker.id);
        m_served.insert(worker.queues.begin(), worker.queues.end());
    }
}

LeaseFate LeaseHolders::fateOf(const Task& lease, const QueueName& queue, const Capabilities& can) const
{
    // If the list of workers may be incomplete, only the framework itself can tell that a worker has stopped.
    const bool isSilent
        = can.unlistedWorkers ? lease.nativeState == "stalled" : can.workers && m_alive.count(lease.worker) == 0;
    if (!isSilent)
        return LeaseFate::Held;
    return m_served.count(queue) > 0 ? LeaseFate::Lost : LeaseFate::Orphaned;
}

} // namespace dueline
