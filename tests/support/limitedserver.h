// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconfig.h"

#include <QByteArrayList>

#include <memory>

class QThread;

namespace dueline {

/// Proxy that makes a real Redis behave like a managed service or a different server, on its own thread. Refuses the
/// commands and scripts that the service refuses, with the service's error messages, and passes the rest.
class LimitedServer
{
public:
    enum class Service : quint8 {
        ElastiCacheServerless, ///< no CONFIG, no scripts without keys, no MEMORY in scripts
        AlibabaProxy, ///< no scripts without keys; keys in redis.call() must be literally `KEYS[n]`
        Dragonfly, ///< no undeclared keys in scripts, no `#!lua`, no redis.acl_check_cmd, no FUNCTION
        ValkeyWithoutLua, ///< Valkey 9.1 without its Lua module
        ValkeyCluster, ///< Valkey 9: a cluster of one node with numbered databases
        /// Keys with `array` in their names are arrays, and hash fields expire as the `expiries:KEY` hash specifies.
        Redis88,
    };

    /// Listens on a free loopback port. `server` must listen on a Unix socket.
    LimitedServer(const RedisConfig& server, Service service);
    ~LimitedServer();
    LimitedServer(const LimitedServer&) = delete;
    LimitedServer& operator=(const LimitedServer&) = delete;

    /// Returns the server's configuration with the proxy's address.
    RedisConfig config() const;
    /// Returns `redis://127.0.0.1:PORT`.
    QString url() const;
    /// Refuses every script that stores keys in variables, like a service that checks scripts more strictly. Only for
    /// AlibabaProxy, and only before the first connection.
    void refuseVariables();

    /// Returns the error messages of all refusals so far, except for commands refused inside scripts. Thread-safe.
    QByteArrayList refusals() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
    std::unique_ptr<QThread> m_thread;
};

} // namespace dueline
