// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/redis/redisclient.h"

#include <map>

namespace dueline {

/// One connection that the layouts opened together share, bound to one thread. Each of them is told when it was made
/// anew, since then another server may answer.
class RedisLane
{
public:
    using Listener = std::function<void(const ServerIdentity&)>;

    /// ReadOnly: nothing but reads is ever sent.
    RedisLane(const RedisConfig& redis, Access access);
    RedisLane(const RedisLane&) = delete;
    RedisLane& operator=(const RedisLane&) = delete;

    /// Connects, unless it is connected. Errors: as RedisClient::open.
    Result<> open();
    RedisClient& client() { return m_client; }
    const RedisClient& client() const { return m_client; }
    /// Whether several layouts are open on it.
    bool isShared() const { return m_listeners.size() > 1; }

    /// Calls `listener` after every reconnect until it is removed by the number that comes back.
    int addListener(Listener listener);
    void removeListener(int number) { m_listeners.erase(number); }

private:
    RedisClient m_client;
    std::map<int, Listener> m_listeners;
    int m_last = 0;
};

} // namespace dueline
