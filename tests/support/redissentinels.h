// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

namespace dueline {

/// Master named `main` with replicas and Sentinels on loopback ports. Stable once constructed, so a failover can start
/// right away.
class RedisSentinels
{
public:
    struct Options
    {
        int replicas = 2;
        int sentinels = 3;
        QByteArray password; ///< password of the servers
        QByteArray sentinelPassword;
    };

    static constexpr qint64 downAfterMs = 1'000;

    RedisSentinels();
    explicit RedisSentinels(Options options);
    ~RedisSentinels();

    RedisServer& server(int index) { return *m_servers[std::size_t(index)]; }
    int servers() const { return int(m_servers.size()); }
    RedisConfig config() const;
    QString url() const;
    /// Returns the index of the server that Sentinel `index` considers the master, or -1 if it is not one of these
    /// servers.
    int master(int index = 0);
    /// Requests a failover while all servers are running.
    void failover();

private:
    struct Sentinel;
    Reply ask(int index, const Command& command);

    Options m_options;
    std::vector<std::unique_ptr<RedisServer>> m_servers;
    std::vector<std::unique_ptr<Sentinel>> m_sentinels;
};

} // namespace dueline
