// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"

#include <atomic>
#include <mutex>

namespace dueline {

/// The server's clock as seen from here, to wake at a due time and to measure lateness. Every answer that carries the
/// server's now narrows the offset: the server read its clock between sending and receiving, and its milliseconds are
/// cut, so the offset lies in [now - received, now + 1 ms - sent]. The ranges of the last half minute are intersected;
/// drift is forgotten with them. Thread-safe. Before the first sample: this machine's wall clock.
class ServerClock
{
public:
    ServerClock();

    /// True: the server's clock was set, by more than a second, since the sample before.
    bool sample(Instant sent, Instant received, TimePoint serverNow);

    /// The instant at which the server's clock shows `at`.
    Instant toLocal(TimePoint at) const;
    /// Microseconds of the server's clock since the epoch.
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
    std::atomic<Nanos::rep> m_offset; ///< server - local, ns
};

} // namespace dueline
