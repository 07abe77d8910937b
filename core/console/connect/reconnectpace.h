// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace dueline {

/// Delays between attempts to reach a lost server. They grow, but stay below two seconds for the first minute, during
/// which most servers become reachable again. Each delay is a random 50 to 100% of its limit, so that many consoles
/// don't reconnect at the same time.
struct ReconnectPace
{
    Millis first{500}; ///< limit of the first delay; doubles with each attempt
    Millis soon{2'000}; ///< highest limit in the first phase
    Millis soonFor{60'000}; ///< duration of the first phase
    Millis later{10'000}; ///< highest limit after the first phase

    /// Returns the next delay's limit. `last`: the previous delay's limit; 0: none. `lostFor`: how long ago the
    /// connection was lost.
    Millis limitAfter(Millis last, Millis lostFor) const;
    /// Returns a random delay of 50 to 100% of `limit`.
    static Millis drawn(Millis limit);
};

} // namespace dueline
