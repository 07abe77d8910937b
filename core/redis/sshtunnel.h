// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QDeadlineTimer>
#include <QStringList>

#include <memory>

namespace dueline {

/// Destination of an SSH tunnel: `[user@]host[:port]`. ssh resolves the host, so it can be a name in ~/.ssh/config,
/// with jump hosts and keys.
struct SshDestination
{
    QString host; ///< host, optionally with a user
    quint16 port = 0; ///< port; 0: use ssh's configuration

    /// Parses a destination. Rejects hosts that ssh would interpret as options. Errors: Usage.
    static Result<SshDestination> parse(const QString& text);

    bool operator==(const SshDestination&) const = default;
};

/// Returns the `ssh` arguments for forwarding `socket` to `target`. With them, ssh never prompts (BatchMode), exits if
/// it can't forward, and exits within 5 s if the connection stops responding.
QStringList sshArguments(
    const SshDestination& through, const Endpoint& target, const QString& socket, Millis connectWithin);

/// `ssh -N -L` process. It runs the system's ssh with the user's agent, keys, known hosts and configuration, and
/// forwards to a Unix socket in a private folder. It ends when its last user releases it or the program exits, even
/// after kill -9. Thread-safe.
class SshTunnel
{
public:
    /// Returns the tunnel to `target` through `host` (SshDestination). All of this program's connections share the
    /// tunnel, so the user has to touch a hardware key only once. Blocks until the tunnel is open. Errors: Usage,
    /// Unreachable (with ssh's reason and the remedy), Timeout, Io (no ssh program).
    static Result<std::shared_ptr<SshTunnel>> open(
        const QString& host, const Endpoint& target, QDeadlineTimer deadline);
    /// Returns the tunnel to one of several hosts. Keep it until the connection is open. Logging in through jump hosts
    /// may take ssh several seconds; opening the tunnel first keeps this time from reducing the host's share of the
    /// deadline. Returns null if `config` has no SSH host. Errors: same as open(); they apply to the other hosts too.
    static Result<std::shared_ptr<SshTunnel>> openFor(
        const RedisConfig& config, const Endpoint& target, QDeadlineTimer deadline);
    ~SshTunnel();
    SshTunnel(const SshTunnel&) = delete;
    SshTunnel& operator=(const SshTunnel&) = delete;

    /// Returns the socket to connect to.
    QString socketPath() const;
    bool isOpen() const;
    /// Returns why a connection through the tunnel ended, according to ssh: the remote host can't reach the target, or
    /// the tunnel is down. Waits briefly for ssh's message. Returns nullopt if ssh says nothing.
    std::optional<Error> complaint() const;
    qint64 processId() const;

private:
    class Keeper;
    explicit SshTunnel(std::unique_ptr<Keeper> keeper);

    std::unique_ptr<Keeper> m_keeper;
};

} // namespace dueline
