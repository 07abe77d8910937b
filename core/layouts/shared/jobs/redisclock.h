// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/redis/redisclient.h"

#include <chrono>
#include <optional>

namespace dueline {

/// The server's clock, asked for by TIME at most every second and counted on in between, so that a read costs no round
/// trip of its own for it. What is due is judged by it, never by this machine's clock.
class RedisClock
{
public:
    /// Errors: as RedisClient::call().
    Result<TimePoint> now(RedisClient& client);
    /// The next now() asks the server: after a reconnect it may be another one.
    void forget() { m_asked.reset(); }

private:
    std::optional<std::chrono::steady_clock::time_point> m_asked;
    TimePoint m_told{};
};

} // namespace dueline
