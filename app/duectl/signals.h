// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <atomic>

namespace dueline::duectl {

/// How often a loop that waits for something else looks at the signals that came.
inline constexpr Millis lookAtSignals{200};

/// SIGINT, SIGTERM and (unless ignored, as under nohup) SIGHUP as a count that loops look at, so that what runs can end
/// in order. While one lives, these signals do not end the program. At most one at a time.
class SignalWatch
{
public:
    enum class Then : quint8 {
        /// The program is to end within a second. Loops have half of it to end between two steps; then the Interruption
        /// of the thread that made this ends every wait for a server, and what is still there after 900 ms (standard
        /// output that nobody reads) ends by the signal. A second signal leaves no half second.
        End,
        /// The Interruption is due at once, and the program ends when its loop says so: a worker, whose tasks may
        /// finish.
        Drain,
    };

    explicit SignalWatch(Then then = Then::End);
    ~SignalWatch();
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

    /// How many came so far.
    int count() const;
    /// Whether one came, for what looks at it from elsewhere.
    const std::atomic<bool>& came() const;
    /// Returns when one comes that is not yet seen, at the latest after `timeout`.
    void wait(Millis timeout);
};

} // namespace dueline::duectl
