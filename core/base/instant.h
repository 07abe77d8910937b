// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <atomic>
#include <ctime>

namespace dueline {

/// The engine's clock. It is monotonic and includes the time while the machine sleeps (CLOCK_BOOTTIME), because leases
/// on the server expire during that time too. Never compare it with the server's clock.
class EngineClock
{
public:
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<EngineClock>;
    static constexpr bool is_steady = true;

    static time_point now() noexcept
    {
        timespec at{};
        ::clock_gettime(CLOCK_BOOTTIME, &at);
        return time_point(std::chrono::seconds(at.tv_sec) + duration(at.tv_nsec)
            + duration(s_pretended.load(std::memory_order_relaxed)));
    }

    /// Advances the clock as if the machine had slept, for tests. As after a real sleep, waiting threads don't wake up.
    static void pretendSleep(Millis slept) { s_pretended += duration(slept).count(); }
    static Millis pretended()
    {
        return std::chrono::duration_cast<Millis>(duration(s_pretended.load(std::memory_order_relaxed)));
    }

private:
    static inline std::atomic<rep> s_pretended = 0;
};

using Instant = EngineClock::time_point;

inline Instant monotonicNow() { return EngineClock::now(); }

} // namespace dueline
