// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/discovery/foundfile.h"
#include "core/layouts/port/foundqueues.h"
#include "core/layouts/port/keyfamilies.h"
#include "core/queue/queuediscovery.h"
#include "core/redis/redisconfig.h"

#include <chrono>
#include <deque>
#include <set>
#include <tuple>

namespace dueline {

/// Progress and results of the scan over a server's keys, shared by all lanes of a connection. Any lane can take the
/// next step and continues where the last one stopped.
struct KeySearch
{
    /// A place that a key's name points to, and the layout it would belong to.
    struct Place
    {
        const LayoutType* type = nullptr;
        QByteArray base;

        bool operator<(const Place& other) const { return std::tie(type, base) < std::tie(other.type, other.base); }
    };

    FoundQueues found;

    std::mutex stepping; ///< held during a step; protects the members below
    bool hasBegun = false;
    bool isOpened = false; ///< the scan on opening is complete
    std::chrono::microseconds spent{}; ///< time spent on it
    int round = 0;
    std::vector<Endpoint> masters; ///< masters of a cluster; otherwise empty
    std::size_t master = 0; ///< index of the master that is being scanned
    bool hasDropped = false; ///< places of this round were left for the next one
    bool hadDropped = false; ///< places of the last complete round were left for the next one
    bool isInspected = false; ///< every place found in a complete round has been inspected
    QByteArray cursor = "0"; ///< cursor of SCAN on that master
    /// Places to inspect, per layout, so that very many candidates of one layout do not delay the others.
    std::map<const LayoutType*, std::deque<QByteArray>> waiting;
    std::set<Place> queued; ///< places in `waiting`
    std::map<Place, PlacedQueue> known; ///< places with a result
    std::set<std::size_t> empty; ///< hashes of places without a result
    KeyFamilies families; ///< families of the sampled places of one layout
    FoundPlaces saved; ///< current content of the file
    int savedChanges = 0; ///< changes() of `found` when the file was written

    mutable std::mutex telling; ///< guards `state`
    DiscoveryState state;
};

} // namespace dueline
