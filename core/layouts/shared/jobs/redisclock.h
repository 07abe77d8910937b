// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/redis/redisclient.h"

#include <chrono>
#include <optional>

namespace dueline {

/// Clock that follows the server's. It sends TIME at most once per second and adds the time elapsed since then, which
/// saves a round trip per read. Only this clock, never the local one, determines which tasks are due.
class RedisClock
{
public:
    /// Returns the server's time. Errors: same as RedisClient::call().
    Result<TimePoint> now(RedisClient& client);
    /// Makes the next call to now() query the server. Called after a reconnect, possibly to a different server.
    void forget() { m_asked.reset(); }

private:
    std::optional<std::chrono::steady_clock::time_point> m_asked;
    TimePoint m_told{};
};

} // namespace dueline
