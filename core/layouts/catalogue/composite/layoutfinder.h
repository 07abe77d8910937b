// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/queue/queuediscovery.h"

namespace dueline {

/// Search for additional layouts on a connection's server. Use a finder only on its connection's thread.
class LayoutFinder : public QueueDiscovery
{
public:
    /// Loads the results of the previous run and inspects the default keys, but only once for all lanes (threads) that
    /// share the results. Errors: same as step().
    virtual Result<> begin() = 0;
    /// Returns the layouts found so far, ordered by text.
    virtual std::vector<LayoutSpec> layouts() const = 0;
};

} // namespace dueline
