// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <atomic>

namespace dueline::duectl {

/// Interval at which loops check for signals if they cannot wait for a signal directly.
inline constexpr Millis lookAtSignals{200};

/// Counter of SIGINT, SIGTERM and (unless ignored, as under nohup) SIGHUP. Loops check the count,
/// so that they can end cleanly. While an instance exists, these signals do not end the program.
/// There can be only one instance at a time.
class SignalWatch
{
public:
    enum class Then : quint8 {
        /// Ends the program within a second. Loops have half a second to finish their current step. After that, the
        /// Interruption of the thread that created this object ends every wait for a server. After 900 ms, the signal
        /// terminates the program, for example if standard output is blocked. A second signal skips the half second.
        End,
        /// Triggers the Interruption immediately. The program ends when its loop ends. Used for workers, which let
        /// their running tasks finish.
        Drain,
    };

    explicit SignalWatch(Then then = Then::End);
    ~SignalWatch();
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

    /// Returns the number of signals received so far.
    int count() const;
    /// Returns a flag that is set by the first signal, for use by other code.
    const std::atomic<bool>& came() const;
    /// Waits up to `timeout` for the next signal.
    void wait(Millis timeout);
};

} // namespace dueline::duectl
