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

/// Deadlines of a connection, for slow and unresponsive servers.
struct Timeouts
{
    Millis connect{5'000}; ///< limit for name lookup, TCP, TLS, AUTH and SELECT combined
    Millis progress{5'000}; ///< maximum time without receiving any bytes while waiting for a reply
    Millis reply{10'000}; ///< limit for a whole call or pipeline, including reconnects

    bool operator==(const Timeouts&) const = default;
};

/// Complete parameters of a connection to Redis, as given by a URL or a profile.
struct RedisConfig
{
    static constexpr int noDatabase = -1; ///< database of connections to sentinels, which have no databases

    Topology topology = Topology::Standalone;
    /// One host for Standalone; otherwise the sentinels or the cluster's seeds. Empty if a socket is used.
    std::vector<Endpoint> hosts;
    QString socketPath; ///< path of a Unix socket, used instead of hosts
    QString masterName; ///< for Sentinel: name of the master
    int database = 0; ///< database number; with noDatabase, SELECT is not sent
    QString user; ///< ACL user; empty: the default user
    Secret password;
    QString sentinelUser;
    Secret sentinelPassword;
    bool tls = false;
    QString caCertificate; ///< path of a PEM file; if empty, the system's certificates are used
    QString clientCertificate;
    QString clientKey;
    QString serverName; ///< name for SNI and verification, if it differs from the host
    QString sshHost; ///< SSH host of the tunnel; empty: no tunnel
    QString clientName = QStringLiteral("dueline"); ///< name for CLIENT SETNAME
    /// True to send CLIENT NO-TOUCH: reads then do not count as use of a key, so they do not influence which keys a
    /// full server evicts. Has no effect before Redis 7.2 or on the nodes of a cluster: Redis 8.0.2 and Valkey 8.1.1
    /// crash if such a connection reads a key in a slot that is moving.
    bool keepsAccessTimes = false;
    Timeouts timeouts;
    /// If not null and a password has been set in it, this password overrides `password` and `passwordCommand`.
    std::shared_ptr<const RenewablePassword> renewed;
    /// If not null, supplies the password for each new connection, overriding `password`.
    std::shared_ptr<PasswordCommand> passwordCommand;
    /// Observer of the commands of connections with this configuration; may be null.
    std::shared_ptr<CommandObserver> observer;

    bool operator==(const RedisConfig&) const = default;
};

} // namespace dueline
