// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/queue/task.h"

#include <optional>
#include <set>
#include <vector>

namespace dueline {

/// Progress of the search of a server for queues.
struct DiscoveryState
{
    qint64 lookedAt = 0; ///< keys scanned in the first round
    qint64 keys = 0; ///< keys on the server
    bool isRound = false; ///< every key that existed the whole time has been scanned
    bool isForbidden = false; ///< this user may not scan the keys; only named queues are found
    bool isCut = false; ///< more queues exist than the layout lists
    qint64 waiting = 0; ///< queue candidates from keys that have not been inspected yet
    int found = 0; ///< version of the result: it changes whenever the set of queues changes
    std::set<QByteArray> designs = {}; ///< keys of custom layouts that keep operations beside them, at most 100

    /// Returns the scanned share of the keys in percent, below 100 until isRound; nullopt if the server did not report
    /// its key count.
    std::optional<int> percent() const;
    /// Returns whether every queue that existed the whole time was found.
    bool isComplete() const { return isRound && waiting == 0 && !isForbidden; }
    /// Returns a sentence that says why queues may be missing; empty if isComplete() and no queues were cut.
    QString gap() const;

    bool operator==(const DiscoveryState&) const = default;
};

/// Finds the queues of a connection that opens all layouts. It scans key names in small steps, round after round, and
/// changes nothing.
class QueueDiscovery
{
public:
    virtual ~QueueDiscovery() = default;

    /// Runs one step of several milliseconds. Returns true when the initial scan is over; run one further step with
    /// every refresh. Errors: those of QueueInspector, but never Permission.
    virtual Result<bool> step() = 0;
    virtual DiscoveryState state() const = 0;
    /// Returns queues with that bare name that may exist in layouts other than native. It considers every layout found
    /// so far, at the layout's default keys. Takes one round trip without scanning keys. Errors: as step().
    virtual Result<std::vector<QueueName>> likely(const QueueName& name) = 0;
};

} // namespace dueline
