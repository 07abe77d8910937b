// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/redisclock.h"

namespace dueline {

Result<TimePoint> RedisClock::now(RedisClient& client)
{
    constexpr std::chrono::seconds believed{1};
    const auto here = std::chrono::steady_clock::now();
    if (m_asked && here - *m_asked < believed)
        return m_told + std::chrono::floor<Millis>(here - *m_asked);
    const auto time = client.serverTime();
    if (!time)
        return time;
    m_asked = std::chrono::steady_clock::now();
    m_told = *time;
    return m_told;
}

} // namespace dueline
