// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QDeadlineTimer>
#include <QStringList>

#include <memory>

namespace dueline {

/// Where an SSH tunnel goes through, as people write it: `[user@]host[:port]`. What host means is ssh's business: it
/// may be a name of ~/.ssh/config, with its jump hosts and keys.
struct SshDestination
{
    QString host; ///< with the user
    quint16 port = 0; ///< 0: as ssh's configuration says

    /// Errors: Usage. A host that ssh would take for an option is none.
    static Result<SshDestination> parse(const QString& text);

    bool operator==(const SshDestination&) const = default;
};

/// What the program `ssh` is called with to carry `socket` to `target`. It asks nobody anything (BatchMode), ends when
/// it cannot forward, and ends within 5 s of a connection that has gone silent.
QStringList sshArguments(
    const SshDestination& through, const Endpoint& target, const QString& socket, Millis connectWithin);

/// One `ssh -N -L` of the system, with the user's agent, keys, known hosts and configuration, to a unix socket in a
/// private folder. It ends with the last one who uses it, and with the program, even after kill -9. Any thread may open
/// and use it.
class SshTunnel
{
public:
    /// The tunnel to `target` through `host` (SshDestination), shared by everybody in this program who goes that way,
    /// so that a key has to be touched once. Blocks until it is there. Errors: Usage, Unreachable (with ssh's reason
    /// and the way out), Timeout, Io (no ssh program).
    static Result<std::shared_ptr<SshTunnel>> open(
        const QString& host, const Endpoint& target, QDeadlineTimer deadline);
    /// The way to one of several hosts, to be kept until the connection is there: letting somebody in takes ssh seconds
    /// where there are jump hosts, and that must not be on the share of time one host of several has to answer. Null
    /// where `config` goes through no ssh. Errors: as open(); what they say is true of the other hosts, too.
    static Result<std::shared_ptr<SshTunnel>> openFor(
        const RedisConfig& config, const Endpoint& target, QDeadlineTimer deadline);
    ~SshTunnel();
    SshTunnel(const SshTunnel&) = delete;
    SshTunnel& operator=(const SshTunnel&) = delete;

    /// What to connect to.
    QString socketPath() const;
    bool isOpen() const;
    /// Why a connection through it ended, as far as ssh says: the host at the other end cannot reach the target, or the
    /// tunnel has ended. Waits a moment for ssh to say it. nullopt: ssh knows of nothing.
    std::optional<Error> complaint() const;
    qint64 processId() const;

private:
    class Keeper;
    explicit SshTunnel(std::unique_ptr<Keeper> keeper);

    std::unique_ptr<Keeper> m_keeper;
};

} // namespace dueline
