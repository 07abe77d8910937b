// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/capabilities.h"
#include "core/queue/queueinfo.h"

#include <set>
#include <vector>

namespace dueline {

/// Likely fate of a lease that may expire.
enum class LeaseFate : quint8 {
    Held, ///< the worker is alive and may extend the lease, or its state is unknown
    Lost, ///< the worker is lost, but another one will recover the lease
    Orphaned, ///< the worker is lost, and no other worker of the queue could recover the lease
};

/// A connection's live workers, which can still extend their leases.
class LeaseHolders
{
public:
    /// Creates a lookup for lease holders. `workers`: result of QueueInspector::workers().
    explicit LeaseHolders(const std::vector<WorkerInfo>& workers);

    /// Returns a lease's fate; Held if the layout doesn't list workers. `can`: the queue's capabilities.
    LeaseFate fateOf(const Task& lease, const QueueName& queue, const Capabilities& can) const;

private:
    std::set<QByteArray> m_alive;
    std::set<QueueName> m_served;
};

} // namespace dueline
