// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/queue/queuediscovery.h"

namespace dueline {

/// Tells a connection of several layouts which further ones it opens. Bound to one thread, as the connection is.
class LayoutFinder : public QueueDiscovery
{
public:
    /// Looks at what was found before and where queues are usually, once for all who share what is found. Errors: as
    /// step().
    virtual Result<> begin() = 0;
    /// What was found by now, by how it is written.
    virtual std::vector<LayoutSpec> layouts() const = 0;
};

} // namespace dueline
