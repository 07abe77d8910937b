// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/compositeroutes.h"
#include "core/queue/queuediscovery.h"

namespace dueline {

/// Combined queue search for all layouts on a connection that doesn't discover additional layouts.
class CompositeDiscovery : public QueueDiscovery
{
public:
    explicit CompositeDiscovery(CompositeRoutes& routes)
        : m_routes(routes)
    { }

    /// Returns whether any layout needs a search.
    bool isNeeded() const { return !searches().empty(); }

    Result<bool> step() override;
    /// Returns the progress of the search that is furthest behind. Each layout scans all keys independently.
    DiscoveryState state() const override;
    /// Returns no queues: each layout checks the keys of a specified queue itself.
    Result<std::vector<QueueName>> likely(const QueueName&) override { return std::vector<QueueName>(); }

private:
    std::vector<QueueDiscovery*> searches() const;

    CompositeRoutes& m_routes;
};

} // namespace dueline
