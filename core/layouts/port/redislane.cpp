// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/redislane.h"

namespace dueline {

RedisLane::RedisLane(const RedisConfig& redis, Access access)
    : m_client(redis)
{
    if (access == Access::ReadOnly)
        m_client.allowOnlyReads();
    m_client.reconnected = [this](const ServerIdentity& identity) {
        for (const auto& [number, listener] : m_listeners)
            listener(identity);
    };
}

Result<> RedisLane::open() { return m_client.isOpen() ? Result<>() : m_client.open(); }

int RedisLane::addListener(Listener listener)
{
    m_listeners.emplace(++m_last, std::move(listener));
    return m_last;
}

} // namespace dueline
