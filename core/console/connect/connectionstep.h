// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

namespace dueline {

/// One step of connecting to a server, with its result.
struct ConnectionStep
{
    enum class Kind : quint8 {
        Ssh, ///< opening of the SSH tunnel; only if the profile uses one
        Sentinels, ///< query to the sentinels for the master; only with Sentinel
        Name, ///< lookup of the host name; skipped for a Unix socket
        Connect, ///< opening of the TCP or Unix socket
        Tls, ///< TLS handshake; only if the profile uses TLS
        Answer, ///< reply to PING
        Password, ///< command that prints the password; only if the profile has one
        SignIn,
        Database,
        Permissions, ///< check whether the user has the permissions that the layout needs
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
    QString text; ///< result as a complete sentence; if there is a problem, with a suggestion
    QString exact; ///< original message from the operating system, OpenSSL or the server, escaped; may be empty

    bool operator==(const ConnectionStep&) const = default;
};

/// Returns the name of a step in logs and in the output of duectl, such as `name` or `TCP`.
QString connectionStepName(ConnectionStep::Kind kind);

} // namespace dueline
