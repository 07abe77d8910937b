// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <atomic>

namespace dueline::duectl {

/// Interval at which a loop that can't wait for signals directly should check for them.
inline constexpr Millis lookAtSignals{200};

/// Counter of SIGINT, SIGTERM, and (unless ignored, as under nohup) SIGHUP, which loops check so that they can end
/// cleanly. While an instance exists, these signals don't terminate the program directly. There can be only one
/// instance at a time.
class SignalWatch
{
public:
    enum class Then : quint8 {
        /// Ends the program within a second. Loops have half a second to finish their current step. After that, the
        /// Interruption of the thread that created this object ends every wait for a server. A second signal skips the
        /// half second. After 900 ms, the program is terminated even if it is blocked writing to standard output.
        End,
        /// Triggers the Interruption immediately, but never terminates the program, which exits when its loop ends.
        /// Used for workers, which let their running tasks finish.
        Drain,
    };

    explicit SignalWatch(Then then = Then::End);
    ~SignalWatch();
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

    /// Returns the number of signals received so far.
    int count() const;
    /// Returns a flag that the first signal sets, for code that doesn't depend on this class.
    const std::atomic<bool>& came() const;
    /// Waits up to `timeout` for the next signal.
    void wait(Millis timeout);
};

} // namespace dueline::duectl
