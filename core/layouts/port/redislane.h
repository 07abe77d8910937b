// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/redis/redisclient.h"

#include <map>

namespace dueline {

/// Redis client shared by a connection's layouts. Each of the connection's threads has its own lane; use a lane on one
/// thread only. Notifies its listeners after each reconnect, because the new connection may be to a different server.
class RedisLane
{
public:
    using Listener = std::function<void(const ServerIdentity&)>;

    /// Creates a lane. `access`: if ReadOnly, only read commands are sent.
    RedisLane(const RedisConfig& redis, Access access);
    RedisLane(const RedisLane&) = delete;
    RedisLane& operator=(const RedisLane&) = delete;

    /// Connects unless already connected. Errors: same as RedisClient::open().
    Result<> open();
    RedisClient& client() { return m_client; }
    const RedisClient& client() const { return m_client; }
    /// Returns whether several layouts use this lane.
    bool isShared() const { return m_listeners.size() > 1; }

    /// Adds a listener that is called after every reconnect. Returns a number for removing it.
    int addListener(Listener listener);
    void removeListener(int number) { m_listeners.erase(number); }

private:
    RedisClient m_client;
    std::map<int, Listener> m_listeners;
    int m_last = 0;
};

} // namespace dueline
