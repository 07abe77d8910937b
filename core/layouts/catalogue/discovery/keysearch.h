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

/// Progress and results of a key scan, shared by all of a connection's lanes (threads). Any lane can perform the next
/// step, continuing where the last one stopped.
struct KeySearch
{
    /// Key or key prefix to inspect, and the layout that may store queues there.
    struct Candidate
    {
        const LayoutType* type = nullptr;
        QByteArray base;

        bool operator<(const Candidate& other) const { return std::tie(type, base) < std::tie(other.type, other.base); }
    };

    FoundQueues found;

    std::mutex stepping; ///< locked during a step; guards the members between this one and `telling`
    bool hasBegun = false;
    bool isOpened = false; ///< true once the initial scan, run when a connection opens, is complete
    std::chrono::microseconds spent{}; ///< time spent on the scan so far
    int round = 0;
    std::vector<Endpoint> masters; ///< a cluster's masters; empty for a single server
    std::size_t master = 0; ///< index of the master being scanned
    bool hasDropped = false; ///< true if some of this round's candidates were deferred to the next one
    bool hadDropped = false; ///< true if some of the last complete round's candidates were deferred to the next one
    bool isInspected = false; ///< true once every candidate found in a complete round has been inspected
    QByteArray cursor = "0"; ///< SCAN cursor on the current master
    /// Candidates to inspect, by layout, so that a layout with many candidates doesn't delay the others.
    std::map<const LayoutType*, std::deque<QByteArray>> waiting;
    std::set<Candidate> queued; ///< everything in `waiting`
    std::map<Candidate, PlacedQueue> known; ///< inspection results
    std::set<std::size_t> empty; ///< hashes of candidates without a queue
    KeyFamilies families; ///< families of similar candidates, which are only sampled; only one layout uses this
    FoundPlaces saved; ///< names last written to the file
    int savedChanges = 0; ///< value of `found.changes()` when the file was written

    mutable std::mutex telling; ///< guards `state`
    DiscoveryState state;
};

} // namespace dueline
