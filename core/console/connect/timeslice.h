// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QElapsedTimer>

namespace dueline {

/// Length of a turn of long work on a lane. Other work, such as a page or an action, may have to wait about that long.
inline constexpr Millis laneTurn{20};

/// Calls `step` at least once, then until the turn is over or the work is complete. `step`: returns Result<bool>, true
/// if the work is complete. Returns the last result.
template <typename Step> Result<bool> runForTimeSlice(Step step)
{
    QElapsedTimer turn;
    turn.start();
    for (;;) {
        const Result<bool> complete = step();
        if (!complete || *complete || turn.hasExpired(laneTurn.count()))
            return complete;
    }
}

} // namespace dueline
