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

/// Progress and results of the scan of a server's keys, shared by all lanes of a connection. Any lane can perform the
/// next step, which continues where the last one stopped.
struct KeySearch
{
    /// Place suggested by the name of a key, and the layout to which it would belong.
    struct Place
    {
        const LayoutType* type = nullptr;
        QByteArray base;

        bool operator<(const Place& other) const { return std::tie(type, base) < std::tie(other.type, other.base); }
    };

    FoundQueues found;

    std::mutex stepping; ///< held during a step; protects the members below
    bool hasBegun = false;
    bool isOpened = false; ///< true if the scan made when a connection opens is complete
    std::chrono::microseconds spent{}; ///< time spent on the scan so far
    int round = 0;
    std::vector<Endpoint> masters; ///< masters of a cluster; otherwise empty
    std::size_t master = 0; ///< index of the master being scanned
    bool hasDropped = false; ///< true if places from this round were deferred to the next one
    bool hadDropped = false; ///< true if places from the last complete round were deferred to the next one
    bool isInspected = false; ///< true if every place found in a complete round has been inspected
    QByteArray cursor = "0"; ///< SCAN cursor on the current master
    /// Places to inspect, by layout, so that a large number of candidates for one layout does not delay the others.
    std::map<const LayoutType*, std::deque<QByteArray>> waiting;
    std::set<Place> queued; ///< places in `waiting`
    std::map<Place, PlacedQueue> known; ///< places with a known result
    std::set<std::size_t> empty; ///< hashes of places that have no queue
    KeyFamilies families; ///< families of sampled places; only one layout uses them
    FoundPlaces saved; ///< current content of the file
    int savedChanges = 0; ///< value of `found.changes()` when the file was written

    mutable std::mutex telling; ///< guards `state`
    DiscoveryState state;
};

} // namespace dueline
