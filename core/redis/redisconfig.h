// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/secret.h"

#include <QString>

#include <memory>
#include <vector>

namespace dueline {

class CommandObserver;
class PasswordCommand;
class RenewablePassword;

enum class Topology { Standalone, Sentinel, Cluster };

struct Endpoint
{
    QString host;
    quint16 port = 6379;

    bool operator==(const Endpoint&) const = default;
};

/// Time limits for a connection, for slow and unresponsive servers.
struct Timeouts
{
    Millis connect{5'000}; ///< limit for name lookup, TCP, TLS, AUTH and SELECT combined
    Millis progress{5'000}; ///< maximum time without receiving a byte while waiting for a reply
    Millis reply{10'000}; ///< limit for a whole call or pipeline, including reconnects

    bool operator==(const Timeouts&) const = default;
};

/// Everything needed to connect to Redis, as given by a URL or a profile.
struct RedisConfig
{
    static constexpr int noDatabase = -1; ///< database for connections to sentinels, which have none

    Topology topology = Topology::Standalone;
    /// One host for Standalone; otherwise the sentinels or the cluster's seeds. Empty for a socket.
    std::vector<Endpoint> hosts;
    QString socketPath; ///< path of a Unix socket to use instead of hosts
    QString masterName; ///< for Sentinel: name of the master
    int database = 0; ///< database number; with noDatabase, SELECT isn't sent
    QString user; ///< ACL user; empty: the default user
    Secret password;
    QString sentinelUser;
    Secret sentinelPassword;
    bool tls = false;
    QString caCertificate; ///< path of a PEM file; empty: the system's certificates
    QString clientCertificate;
    QString clientKey;
    QString serverName; ///< name for SNI and verification, if not the host
    QString sshHost; ///< SSH host for a tunnel; empty: no tunnel
    QString clientName = QStringLiteral("dueline"); ///< name for CLIENT SETNAME
    /// True to send CLIENT NO-TOUCH: reads then don't count as use of a key, so they don't influence which keys a full
    /// server evicts. Has no effect before Redis 7.2 or on cluster nodes: Redis 8.0.2 and Valkey 8.1.1 crash if such a
    /// connection reads a key in a slot that is moving.
    bool keepsAccessTimes = false;
    Timeouts timeouts;
    /// If not null and a password has been set in it, overrides `password` and `passwordCommand`.
    std::shared_ptr<const RenewablePassword> renewed;
    /// If not null, supplies the password for each new connection, and overrides `password`.
    std::shared_ptr<PasswordCommand> passwordCommand;
    /// Observer of the commands sent with this configuration; may be null.
    std::shared_ptr<CommandObserver> observer;

    bool operator==(const RedisConfig&) const = default;
};

} // namespace dueline
