// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/capabilities.h"
#include "core/queue/queueinfo.h"

#include <set>
#include <vector>

namespace dueline {

/// Expected fate of a lease that may expire.
enum class LeaseFate : quint8 {
    Held, ///< the task's worker is alive and may extend the lease, or the worker's state is unknown
    Lost, ///< the task's worker is lost, but another worker will recover the lease
    Orphaned, ///< the task's worker is lost, and the queue has no worker that could recover the lease
};

/// Live workers of a connection, which can still extend their leases.
class LeaseHolders
{
public:
    /// Creates a lookup for lease holders. `workers`: result of QueueInspector::workers().
    explicit LeaseHolders(const std::vector<WorkerInfo>& workers);

    /// Returns the fate of a lease; Held if the layout does not list workers. `can`: capabilities of the queue.
    LeaseFate fateOf(const Task& lease, const QueueName& queue, const Capabilities& can) const;

private:
    std::set<QByteArray> m_alive;
    std::set<QueueName> m_served;
};

} // namespace dueline
