// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"

#include <atomic>
#include <mutex>

namespace dueline {

/// Estimate of the server's clock, used to wake at a due time and to measure lateness. Every reply with the server's
/// time narrows the estimated offset. The server read its clock between the request and the reply, and truncated the
/// time to milliseconds. So the offset is in [now - received, now + 1 ms - sent]. The ranges of the last half minute
/// are intersected; older ranges are dropped because clocks drift. Thread-safe. Before the first sample, this machine's
/// wall clock is used.
class ServerClock
{
public:
    ServerClock();

    /// Adds a sample. Returns true if the server's clock has jumped by more than a second since the previous sample.
    bool sample(Instant sent, Instant received, TimePoint serverNow);

    /// Converts a server time to a local instant.
    Instant toLocal(TimePoint at) const;
    /// Converts a local instant to server time, in microseconds since the epoch.
    std::chrono::microseconds toServer(Instant at) const;
    TimePoint now() const { return TimePoint(std::chrono::floor<Millis>(toServer(monotonicNow()))); }

private:
    using Nanos = std::chrono::nanoseconds;
    struct Range
    {
        Nanos low = Nanos::min();
        Nanos high = Nanos::max();
    };

    std::mutex m_mutex;
    Range m_current;
    Range m_previous;
    bool m_sampled = false;
    Instant m_since;
    std::atomic<Nanos::rep> m_offset; ///< server time minus local time, in ns
};

} // namespace dueline
