// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <atomic>

namespace dueline::duectl {

/// Interval at which a loop that cannot wait for signals directly should check for them.
inline constexpr Millis lookAtSignals{200};

/// Handler that counts SIGINT, SIGTERM and (unless ignored, as under nohup) SIGHUP. Loops check the count, so that they
/// can end cleanly. While an instance exists, these signals do not terminate the program directly. There can be only
/// one instance at a time.
class SignalWatch
{
public:
    enum class Then : quint8 {
        /// Ends the program within a second. Loops have half a second to finish their current step. Then, the
        /// Interruption of the thread that created this object ends every wait for a server. A second signal skips the
        /// half second. After 900 ms, the program is terminated, even if it is blocked writing to standard output.
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
    /// Returns a flag that the first signal sets. The flag can be passed to code that does not know this class.
    const std::atomic<bool>& came() const;
    /// Waits for the next signal, at most `timeout`.
    void wait(Millis timeout);
};

} // namespace dueline::duectl
