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

/// Deadlines of one connection. Each is ours: neither a dripping nor a silent server holds a caller longer.
struct Timeouts
{
    Millis connect{5'000}; ///< name, TCP, TLS, AUTH and SELECT together
    Millis progress{5'000}; ///< without a single byte while a reply is due
    Millis reply{10'000}; ///< for a whole call or pipeline, reconnects included

    bool operator==(const Timeouts&) const = default;
};

/// Everything that is needed to reach one Redis; the value behind a URL or a profile.
struct RedisConfig
{
    static constexpr int noDatabase = -1; ///< a sentinel has none

    Topology topology = Topology::Standalone;
    std::vector<Endpoint> hosts; ///< one for Standalone, the sentinels, or the cluster's seeds; empty with a socket
    QString socketPath; ///< unix socket, instead of hosts
    QString masterName; ///< Sentinel only
    int database = 0; ///< noDatabase: none is selected
    QString user; ///< ACL user, empty: default
    Secret password;
    QString sentinelUser;
    Secret sentinelPassword;
    bool tls = false;
    QString caCertificate; ///< PEM file; empty: the system's
    QString clientCertificate;
    QString clientKey;
    QString serverName; ///< SNI and name to check when it differs from the host
    QString sshHost; ///< tunnel through this host
    QString clientName = QStringLiteral("dueline"); ///< CLIENT SETNAME
    Timeouts timeouts;
    std::shared_ptr<const RenewablePassword> renewed; ///< goes before `password` once one was given there; may be null
    std::shared_ptr<PasswordCommand> passwordCommand; ///< is asked instead of `password` at each connect; may be null
    std::shared_ptr<CommandObserver> observer; ///< is told what connections of this configuration send; may be null

    bool operator==(const RedisConfig&) const = default;
};

} // namespace dueline
