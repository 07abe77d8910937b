// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QStringList>

#include <memory>

namespace dueline {

struct SandboxOptions
{
    QStringList
        extraArguments; ///< appended to the server's own, `--maxmemory 64mb` (the default is 128mb, without eviction)
    QString directory; ///< data folder to keep, with an append-only file; empty: a fresh one that goes with the sandbox
};

/// A private redis-server child on a unix socket in a 0700 folder, without a TCP port, and without persistence unless
/// given a folder. It ends with this object and, by PR_SET_PDEATHSIG, with the program, even after kill -9 of it.
/// Folders a killed program left are removed at the next start. Start it from a thread that lives as long as the
/// program: the death signal follows the thread. The server is redis-server or valkey-server, or Debian's
/// redis-check-rdb (redis-tools) under a link of our own.
class Sandbox
{
public:
    /// Errors: Io: no server program (names the package), or it did not answer within 5 s (with the end of its log).
    static Result<std::unique_ptr<Sandbox>> start(const SandboxOptions& options = {});
    ~Sandbox();

    const RedisConfig& config() const;
    /// `unix:/run/user/…/redis.sock`
    QString url() const;
    qint64 processId() const;
    bool isRunning() const;

    /// Path of the server program: the one that the environment variable DUELINE_REDIS_SERVER names, or the first that
    /// is installed. Errors: Io.
    static Result<QString> findServer();

private:
    Sandbox();
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace dueline
