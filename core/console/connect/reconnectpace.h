// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace dueline {

/// Delays between attempts to reach a lost server. They grow, but stay below two seconds in the first minute, in which
/// most servers become reachable again. Each delay is a random 50 to 100% of its limit, so that many consoles do not
/// reconnect at the same time.
struct ReconnectPace
{
    Millis first{500}; ///< limit of the first delay; the limit doubles with each attempt
    Millis soon{2'000}; ///< maximum of the limit in the first phase
    Millis soonFor{60'000}; ///< duration of the first phase
    Millis later{10'000}; ///< maximum of the limit after the first phase

    /// Returns the limit of the next delay. `last`: limit of the previous delay; 0: none. `lostFor`: how long ago the
    /// connection was lost.
    Millis limitAfter(Millis last, Millis lostFor) const;
    /// Returns a random delay of 50 to 100% of `limit`.
    static Millis drawn(Millis limit);
};

} // namespace dueline
