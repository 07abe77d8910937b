// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace dueline::duectl {

/// How often a loop that waits for something else looks at the signals that came.
inline constexpr Millis lookAtSignals{200};

/// SIGINT, SIGTERM and (unless ignored, as under nohup) SIGHUP as a count that loops look at, so that what runs can end
/// in order. While one lives, these signals do not end the program. At most one at a time.
class SignalWatch
{
public:
    SignalWatch();
    ~SignalWatch();
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

    /// How many came so far.
    int count() const;
    /// Returns when one comes that is not yet seen, at the latest after `timeout`.
    void wait(Millis timeout);
};

} // namespace dueline::duectl
