// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/capabilities.h"
#include "core/queue/queueinfo.h"

#include <set>
#include <vector>

namespace dueline {

/// What becomes of a lease when its time is over.
enum class LeaseFate : quint8 {
    Held, ///< its worker is alive and may extend it, or nothing is known against that
    Lost, ///< its worker is lost, another will recover it
    Orphaned, ///< its worker is lost, and no worker of the queue is there to recover it
};

/// Which of the workers of a connection are alive, and so can still extend their leases.
class LeaseHolders
{
public:
    /// As QueueInspector::workers() tells them.
    explicit LeaseHolders(const std::vector<WorkerInfo>& workers);

    /// `can`: what the layout of the queue can do. Held where it knows no workers.
    LeaseFate fateOf(const Task& lease, const QueueName& queue, const Capabilities& can) const;

private:
    std::set<QByteArray> m_alive;
    std::set<QueueName> m_served;
};

} // namespace dueline
