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
    bool isRound = false; ///< true if all keys that existed during the entire first round have been scanned
    /// true if this user is not allowed to scan keys, so only queues that the user named are found
    bool isForbidden = false;
    bool isCut = false; ///< true if there are more queues than the layout lists
    qint64 waiting = 0; ///< number of candidate queues whose keys have not been inspected yet
    int found = 0; ///< number that changes whenever the set of found queues changes
    std::set<QByteArray> unread = {}; ///< lists with items that are too long to inspect, at most mostNamed
    std::set<QByteArray> skippedLists = {}; ///< families of lists that were inspected only in part: `app:*`
    std::set<QByteArray> designs = {}; ///< up to 100 keys of custom layouts that store operations next to the queues

    /// Returns the percentage of keys scanned, which is below 100 until isRound is true; nullopt if the server did not
    /// report its number of keys.
    std::optional<int> percent() const;
    /// Returns whether all queues that existed during the entire search have been found.
    bool isComplete() const { return isRound && waiting == 0 && !isForbidden; }
    /// Layouts that have queues on the server but are opened only if the user names them.
    std::set<QByteArray> unopened = {};
    static constexpr std::size_t mostNamed = 20;
    /// Returns sentences that explain why queues may be missing; empty if isComplete() is true, isCut is false and no
    /// lists were skipped.
    QString gap() const;
    /// Returns a sentence that names the `unopened` layouts and explains how to open them; empty if there are none.
    QString unopenedLayouts() const;

    bool operator==(const DiscoveryState&) const = default;
};

/// Search for the queues of a connection that opens all layouts. The search scans key names in small steps, round after
/// round, and changes nothing.
class QueueDiscovery
{
public:
    virtual ~QueueDiscovery() = default;

    /// Runs one step of several milliseconds. Returns true once the initial scan is complete; after that, call this
    /// once per refresh. Errors: those of QueueInspector, except Permission.
    virtual Result<bool> step() = 0;
    virtual DiscoveryState state() const = 0;
    /// Returns queues with this bare name that may exist in layouts other than native. Considers all layouts found so
    /// far, with their default keys. Needs one round trip and does not scan keys. Errors: those of step().
    virtual Result<std::vector<QueueName>> likely(const QueueName& name) = 0;
};

} // namespace dueline
