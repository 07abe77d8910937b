// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

namespace dueline {

/// Step in connecting to a server, with its result.
struct ConnectionStep
{
    enum class Kind : quint8 {
        Ssh, ///< opening the SSH tunnel; only if the profile uses one
        Sentinels, ///< asking the sentinels for the master; only with Sentinel
        Name, ///< looking up the host name; skipped for a Unix socket
        Connect, ///< opening the TCP or Unix socket
        Tls, ///< TLS handshake; only if the profile uses TLS
        Answer, ///< reply to PING
        Password, ///< running the command that prints the password; only if the profile has one
        SignIn,
        Database,
        Permissions, ///< checking whether the user has the permissions that the layout needs
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
    QString text; ///< result as a complete sentence, including a suggestion if there is a problem
    QString exact; ///< original message from the operating system, OpenSSL, or the server, escaped; may be empty

    bool operator==(const ConnectionStep&) const = default;
};

/// Returns a step's name in logs and duectl output, such as `name` or `TCP`.
QString connectionStepName(ConnectionStep::Kind kind);

} // namespace dueline
