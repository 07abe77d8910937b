// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/discovery/foundfile.h"
#include "core/layouts/port/foundqueues.h"
#include "core/queue/queuediscovery.h"
#include "core/redis/redisconfig.h"

#include <chrono>
#include <deque>
#include <set>
#include <tuple>

namespace dueline {

/// How far the keys of a server were looked through, and what was found, for all lanes of a connection: whichever of
/// them takes the next step goes on where another one stopped.
struct KeySearch
{
    /// A place that a key's name speaks of, and whose it would be.
    struct Place
    {
        const LayoutType* type = nullptr;
        QByteArray base;

        bool operator<(const Place& other) const { return std::tie(type, base) < std::tie(other.type, other.base); }
    };

    FoundQueues found;

    std::mutex stepping; ///< held by who steps; what stands below belongs to it
    bool hasBegun = false;
    bool isOpened = false; ///< the look on opening is over
    std::chrono::microseconds spent{}; ///< on it
    int round = 0;
    std::vector<Endpoint> masters; ///< of a cluster; else empty
    std::size_t master = 0; ///< that is looked through
    bool hasDropped = false; ///< some place of this round waits for the next one
    bool hadDropped = false; ///< the same of the last complete round
    bool isInspected = false; ///< every place that was met in a complete round has been inspected
    QByteArray cursor = "0"; ///< there
    /// Places to be looked at, of each layout by itself: what looks like many of one must not hold up the others.
    std::map<const LayoutType*, std::deque<QByteArray>> waiting;
    std::set<Place> queued; ///< the same
    std::map<Place, PlacedQueue> known; ///< where something was found
    std::set<std::size_t> empty; ///< hashes of places where nothing was
    FoundPlaces saved; ///< as the file has them
    int savedChanges = 0; ///< of `found`, when it was written

    mutable std::mutex telling; ///< guards `state`
    DiscoveryState state;
};

} // namespace dueline
