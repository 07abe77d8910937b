// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/compositeroutes.h"
#include "core/queue/queuediscovery.h"

namespace dueline {

/// Joins the searches of the layouts of a connection that opens no further ones.
class CompositeDiscovery : public QueueDiscovery
{
public:
    explicit CompositeDiscovery(CompositeRoutes& routes)
        : m_routes(routes)
    { }

    /// True if at least one layout searches.
    bool isNeeded() const { return !searches().empty(); }

    Result<bool> step() override;
    /// Keys as the layout that is furthest behind has them; each layout looks through all keys.
    DiscoveryState state() const override;
    /// Every layout asks for the keys of a named queue itself.
    Result<std::vector<QueueName>> likely(const QueueName&) override { return std::vector<QueueName>(); }

private:
    std::vector<QueueDiscovery*> searches() const;

    CompositeRoutes& m_routes;
};

} // namespace dueline
