// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/queue/task.h"

#include <optional>
#include <set>
#include <vector>

namespace dueline {

/// How far a server was looked through for queues.
struct DiscoveryState
{
    qint64 lookedAt = 0; ///< keys, of the first round
    qint64 keys = 0; ///< that the server has
    bool isRound = false; ///< every key that was there all the time has been looked at
    bool isForbidden = false; ///< this user may not look through the keys; only what is named is found
    qint64 waiting = 0; ///< places that keys speak of and that were not inspected yet
    int found = 0; ///< counts what was found anew: another number, other queues
    std::set<QByteArray> designs = {}; ///< keys beside which a design written by hand keeps operations, at most 100

    /// Returns how far the keys were looked through, in percent and below 100 until isRound; nullopt if the server did
    /// not say how many it has.
    std::optional<int> percent() const;
    /// True if no queue that was there all the time can be missing.
    bool isComplete() const { return isRound && waiting == 0 && !isForbidden; }
    /// Returns a sentence that says why queues may be missing; empty if isComplete().
    QString gap() const;

    bool operator==(const DiscoveryState&) const = default;
};

/// Finds the queues of a connection that opens what is there. It reads names of keys in small steps, goes round and
/// round, and changes nothing.
class QueueDiscovery
{
public:
    virtual ~QueueDiscovery() = default;

    /// Goes on by a step of some milliseconds. True: the look on opening is over, and each further step is one that
    /// may be done with every refresh. Errors: those of QueueInspector, but never Permission.
    virtual Result<bool> step() = 0;
    virtual DiscoveryState state() const = 0;
    /// The queues of that bare name which may be there, outside the native ones: in layouts that are known by now, and
    /// where each has its queues usually. Asked in one round trip, which looks through no keys. Errors: as step().
    virtual Result<std::vector<QueueName>> likely(const QueueName& name) = 0;
};

} // namespace dueline
