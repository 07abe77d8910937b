// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace dueline {

/// Delays between attempts to reach a lost server. They grow, but stay below two seconds in the first minute, in which
/// most servers return. Each wait is 50 to 100 % of its limit, so that many consoles do not reconnect together.
struct ReconnectPace
{
    Millis first{500}; ///< wait after the first loss; each later wait is doubled
    Millis soon{2'000}; ///< limit at first
    Millis soonFor{60'000}; ///< duration of the first phase
    Millis later{10'000}; ///< limit afterwards

    /// Returns the limit of the next wait, after a wait limited to `last` (0: none yet), `lostFor` after the loss.
    Millis limitAfter(Millis last, Millis lostFor) const;
    /// Returns a random wait of 50 to 100 % of `limit`.
    static Millis drawn(Millis limit);
};

} // namespace dueline
