// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QElapsedTimer>

namespace dueline {

/// Length of one turn of divisible work on a lane. Other work, such as a page or an action, may
/// have to wait for about this long.
inline constexpr Millis laneTurn{20};

/// Runs steps of long work until the time slice ends, but at least one step. `step`: returns Result<bool>, true when
/// the work is complete.
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
