// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/redisclock.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

Result<TimePoint> RedisClock::now(RedisClient& client)
{
    constexpr std::chrono::seconds believed{1};
    const auto here = std::chrono::steady_clock::now();
    if (m_asked && here - *m_asked < believed)
        return m_told + std::chrono::floor<Millis>(here - *m_asked);
    const auto time = client.call({"TIME"});
    if (!time)
        return time.error();
    if (time->items.size() != 2)
        return unexpectedReply();
    m_asked = std::chrono::steady_clock::now();
    m_told = fromMs(time->items[0].bytes.toLongLong() * secondMs + time->items[1].bytes.toLongLong() / 1000);
    return m_told;
}

} // namespace dueline
