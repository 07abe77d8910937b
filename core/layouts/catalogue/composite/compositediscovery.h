// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/compositeroutes.h"
#include "core/queue/queuediscovery.h"

namespace dueline {

/// Combined search for the queues of all layouts of a connection that does not discover additional layouts.
class CompositeDiscovery : public QueueDiscovery
{
public:
    explicit CompositeDiscovery(CompositeRoutes& routes)
        : m_routes(routes)
    { }

    /// Returns whether at least one layout needs a search.
    bool isNeeded() const { return !searches().empty(); }

    Result<bool> step() override;
    /// Returns the state of the search that has made the least progress. Each layout scans all keys independently.
    DiscoveryState state() const override;
    /// Returns no queues, because each layout checks the keys of a specified queue itself.
    Result<std::vector<QueueName>> likely(const QueueName&) override { return std::vector<QueueName>(); }

private:
    std::vector<QueueDiscovery*> searches() const;

    CompositeRoutes& m_routes;
};

} // namespace dueline
