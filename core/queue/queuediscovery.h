// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/queue/task.h"

#include <optional>
#include <set>
#include <vector>

namespace dueline {

/// Progress of the search for queues on a server.
struct DiscoveryState
{
    qint64 lookedAt = 0; ///< number of keys scanned in the first round
    qint64 keys = 0; ///< number of keys on the server
    bool isRound = false; ///< true if every key that existed throughout the first round has been scanned
    /// true if this user isn't allowed to scan keys, in which case only queues named by the user are found
    bool isForbidden = false;
    bool isCut = false; ///< true if there are more queues than the layout lists
    qint64 waiting = 0; ///< number of candidate queues whose keys haven't been inspected yet
    int found = 0; ///< number that changes whenever the found queues change
    std::set<QByteArray> unread = {}; ///< lists whose items are too long to inspect, at most mostNamed
    std::set<QByteArray> skippedLists = {}; ///< families of lists that were only partly inspected: `app:*`
    std::set<QByteArray> designs = {}; ///< up to 100 keys of custom layouts that store operations next to the queues

    /// Returns the percentage of keys scanned, below 100 until isRound is true; nullopt if the server didn't report its
    /// number of keys.
    std::optional<int> percent() const;
    /// Returns whether every queue that existed throughout the search has been found.
    bool isComplete() const { return isRound && waiting == 0 && !isForbidden; }
    /// Layouts with queues on the server that are opened only if the user names them.
    std::set<QByteArray> unopened = {};
    static constexpr std::size_t mostNamed = 20;
    /// Returns sentences that say why queues may be missing; empty if isComplete() is true, isCut is false and no lists
    /// were skipped.
    QString gap() const;
    /// Returns a sentence that names the `unopened` layouts and says how to open them; empty if there are none.
    QString unopenedLayouts() const;

    bool operator==(const DiscoveryState&) const = default;
};

/// Queue search for a connection that opens all layouts. It scans key names in small steps, round after round, and
/// changes nothing.
class QueueDiscovery
{
public:
    virtual ~QueueDiscovery() = default;

    /// Runs one step, which takes several milliseconds. Returns true once the initial scan is complete; from then on,
    /// call this once per refresh. Errors: same as QueueInspector, except Permission.
    virtual Result<bool> step() = 0;
    virtual DiscoveryState state() const = 0;
    /// Returns queues with this bare name that may exist in layouts other than native. Considers all layouts found so
    /// far, with their default keys. Takes one round trip and doesn't scan keys. Errors: same as step().
    virtual Result<std::vector<QueueName>> likely(const QueueName& name) = 0;
};

} // namespace dueline
