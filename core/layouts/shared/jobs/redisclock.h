// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/redis/redisclient.h"

#include <chrono>
#include <optional>

namespace dueline {

/// Clock of the server. It sends TIME at most once per second, and adds the elapsed time in between, so that reads need
/// no additional round trip. Only this clock, never that of this machine, determines which tasks are due.
class RedisClock
{
public:
    /// Returns the server's time. Errors: those of RedisClient::call().
    Result<TimePoint> now(RedisClient& client);
    /// Makes the next call of now() query the server, for example after a reconnect, which may lead to a different
    /// server.
    void forget() { m_asked.reset(); }

private:
    std::optional<std::chrono::steady_clock::time_point> m_asked;
    TimePoint m_told{};
};

} // namespace dueline
