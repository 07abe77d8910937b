// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/codec.h"
#include "core/redis/redisconfig.h"

#include <QDeadlineTimer>

#include <optional>

namespace dueline {

/// What a server says of itself at connect.
struct ServerIdentity
{
    QByteArray version; ///< `7.0.15`; empty when INFO is not allowed
    QByteArray runId; ///< changes when the process, in a cluster one of them, restarts
    /// When the process began, its clock; nullopt: it does not say, or a cluster.
    std::optional<TimePoint> startedAt = {};
    QByteArray role; ///< master or slave (INFO replication); empty when not allowed
    bool operator==(const ServerIdentity&) const = default;
};

/// What a client talks through: one server, or the nodes of a cluster as if they were one. Blocking, bound to one
/// thread; never sends anything twice on its own account but what a cluster answered with another node's address.
class RedisLink
{
public:
    virtual ~RedisLink() = default;

    /// By the earlier of `deadline` and Timeouts::connect.
    virtual Result<> open(QDeadlineTimer deadline) = 0;
    virtual bool isOpen() const = 0;
    virtual void close() = 0;
    virtual const RedisConfig& config() const = 0;
    /// Of the last open(); in a cluster, of the node that answers what concerns no key.
    virtual const ServerIdentity& identity() const = 0;
    /// Who is waited for, for people: `Redis at 127.0.0.1:6379`.
    virtual QString whom() const = 0;
    /// Which of the servers a key lies on, as far as is known: keys of the same number lie on the same one.
    virtual std::size_t nodeOf(const QByteArray&) const { return 0; }
    /// One reply per command, in order; error replies stand as they are. Errors: Disconnected, Timeout, Protocol; then
    /// what the server executed is unknown.
    virtual Result<std::vector<Reply>> pipeline(const std::vector<Command>& commands, QDeadlineTimer deadline) = 0;
};

} // namespace dueline
