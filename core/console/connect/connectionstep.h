// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

namespace dueline {

/// One step on the way to a server, and how it went.
struct ConnectionStep
{
    enum class Kind : quint8 {
        Ssh, ///< the tunnel; only where the profile wants it
        Sentinels, ///< who the master is; Sentinel only
        Name, ///< the host's addresses; none for a unix socket
        Connect, ///< TCP or the unix socket
        Tls, ///< the handshake; only where the profile wants it
        Answer, ///< whether it is a Redis at all
        Password, ///< the command that prints it; only where the profile wants it
        SignIn,
        Database,
        Permissions, ///< of the layout's scripts
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
    QString text; ///< what was found, or a whole sentence about what is wrong and the way out
    QString exact; ///< the system's, OpenSSL's or server's own words, escaped; may be empty

    bool operator==(const ConnectionStep&) const = default;
};

/// `name`, `TCP`, …: for logs and for duectl.
QString connectionStepName(ConnectionStep::Kind kind);

} // namespace dueline
