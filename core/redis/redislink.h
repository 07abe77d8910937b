// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/codec.h"
#include "core/redis/redisconfig.h"

#include <QDeadlineTimer>

#include <optional>

namespace dueline {

/// Identity of a server, as reported when a client connects.
struct ServerIdentity
{
    QByteArray version; ///< version, such as `7.0.15`; empty if INFO isn't allowed
    QByteArray runId; ///< changes when the process restarts, or in a cluster when any process does
    /// Start time of the process, on its own clock; nullopt if unknown or for a cluster.
    std::optional<TimePoint> startedAt = {};
    QByteArray role; ///< `master` or `slave` (INFO replication); empty if INFO isn't allowed
    bool isDragonfly = false; ///< true for Dragonfly, which has different script flags than Redis
    bool operator==(const ServerIdentity&) const = default;
};

/// Link from a client to one server, or to a cluster that looks like one server. Blocking, and bound to one thread.
/// Never resends a command, except to follow a redirection in a cluster.
class RedisLink
{
public:
    virtual ~RedisLink() = default;

    /// Connects by `deadline` or within Timeouts::connect, whichever is earlier.
    virtual Result<> open(QDeadlineTimer deadline) = 0;
    virtual bool isOpen() const = 0;
    virtual void close() = 0;
    virtual const RedisConfig& config() const = 0;
    /// Sets RedisConfig::keepsAccessTimes for later open() calls.
    virtual void keepAccessTimes() = 0;
    /// Returns the identity read by the last open(). In a cluster, it belongs to the node that serves commands without
    /// a key.
    virtual const ServerIdentity& identity() const = 0;
    /// Returns the server's name for messages about waiting: `Redis at 127.0.0.1:6379`.
    virtual QString whom() const = 0;
    /// Returns the number of the node that stores a key, according to the client's slot map. Keys with the same number
    /// are on the same node.
    virtual std::size_t nodeOf(const QByteArray&) const { return 0; }
    /// Sends commands and returns one reply per command, in order, including error replies. Errors: Disconnected,
    /// Timeout, Protocol; the outcome on the server is then unknown.
    virtual Result<std::vector<Reply>> pipeline(const std::vector<Command>& commands, QDeadlineTimer deadline) = 0;
};

} // namespace dueline
