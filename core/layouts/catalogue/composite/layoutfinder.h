// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/queue/queuediscovery.h"

namespace dueline {

/// Search for additional layouts on the server of a connection. A finder may be used only on the thread of its
/// connection.
class LayoutFinder : public QueueDiscovery
{
public:
    /// Loads the results of the program's previous run and inspects the default keys. Does so only once for all lanes
    /// (threads) that share the results. Errors: those of step().
    virtual Result<> begin() = 0;
    /// Returns the layouts that have been found, ordered by their text.
    virtual std::vector<LayoutSpec> layouts() const = 0;
};

} // namespace dueline
