// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QStringList>

#include <memory>

namespace dueline {

struct SandboxOptions
{
    /// arguments to add to the server's defaults, such as `--maxmemory 64mb` (the default is 128mb, without eviction)
    QStringList extraArguments;
    QString directory; ///< existing folder for data, with an append-only file; empty: a temporary folder
};

/// Private redis-server child process on a Unix socket in a 0700 folder, without a TCP port. It persists data only if a
/// folder is given. It ends when this object is destroyed or the program exits, even after kill -9 (PR_SET_PDEATHSIG).
/// The next start removes the folders of killed programs. Start it from a thread that runs as long as the program,
/// because the death signal is sent when that thread ends. The server program is redis-server or valkey-server, or
/// Debian's redis-check-rdb (redis-tools) under a symbolic link.
class Sandbox
{
public:
    /// Starts a server. Errors: Io if no server program is installed (the error names the package), or if the server
    /// doesn't respond within 5 s (the error includes the end of its log).
    static Result<std::unique_ptr<Sandbox>> start(const SandboxOptions& options = {});
    ~Sandbox();

    const RedisConfig& config() const;
    /// Returns the server's URL: `unix:/run/user/…/redis.sock`.
    QString url() const;
    qint64 processId() const;
    bool isRunning() const;

    /// Returns the path of the server program: $DUELINE_REDIS_SERVER, or else the first one installed. Errors: Io.
    static Result<QString> findServer();

private:
    Sandbox();
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace dueline
