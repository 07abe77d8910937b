// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace dueline {

/// Delays between attempts to reach a lost server. They grow, but remain below two seconds in the first minute, because
/// most servers return within that time. Each wait is 50 to 100% of its limit, so that many consoles do not reconnect
/// simultaneously.
struct ReconnectPace
{
    Millis first{500}; ///< wait after the first loss; it doubles with each attempt
    Millis soon{2'000}; ///< limit in the first phase
    Millis soonFor{60'000}; ///< length of the first phase
    Millis later{10'000}; ///< limit after the first phase

    /// Returns the limit of the next wait. `last`: limit of the previous wait, 0 if there was none; `lostFor`: time
    /// since the connection was lost.
    Millis limitAfter(Millis last, Millis lostFor) const;
    /// Returns a random wait of 50 to 100% of `limit`.
    static Millis drawn(Millis limit);
};

} // namespace dueline
