// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

namespace dueline {

/// One step of connecting to a server, and its result.
struct ConnectionStep
{
    enum class Kind : quint8 {
        Ssh, ///< SSH tunnel; only if the profile uses one
        Sentinels, ///< query to the sentinels for the master; only with Sentinel
        Name, ///< lookup of the host name; skipped for a Unix socket
        Connect, ///< TCP or Unix socket
        Tls, ///< handshake; only if the profile uses TLS
        Answer, ///< check whether a Redis server responded
        Password, ///< command that prints the password; only if the profile specifies it
        SignIn,
        Database,
        Permissions, ///< check of the permissions for the layout's scripts
        Version,
        Role,
        Eviction,
        Persistence,
        Clock,
    };
    enum class Verdict : quint8 { Ok, Warning, Failed };

    Kind kind = Kind::Name;
    Verdict verdict = Verdict::Ok;
    std::chrono::microseconds took{};
    QString text; ///< finding as a complete sentence, including a remedy if there is a problem
    QString exact; ///< original message from the system, OpenSSL or the server, escaped; may be empty

    bool operator==(const ConnectionStep&) const = default;
};

/// Returns the name of a step in logs and in the output of duectl: `name`, `TCP`, …
QString connectionStepName(ConnectionStep::Kind kind);

} // namespace dueline
