// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QElapsedTimer>

namespace dueline {

/// For how long a piece of work that has more pieces may keep a lane: what waits behind it, a page or an action, waits
/// about as long.
inline constexpr Millis laneTurn{20};

/// Takes steps of a long work until the turn is over, at least one. `step`: Result<bool>(), true: the work is complete.
template <typename Step> Result<bool> takeTurn(Step step)
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
