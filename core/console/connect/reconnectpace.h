// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace dueline {

/// When a lost server is asked for again: ever later, but every two seconds at the latest in the first minute, in which
/// most come back; each wait 50 to 100 % of that, so that many consoles do not come back at once.
struct ReconnectPace
{
    Millis first{500}; ///< after the first loss, doubled from then on
    Millis soon{2'000}; ///< the longest wait in the beginning
    Millis soonFor{60'000}; ///< of being lost
    Millis later{10'000}; ///< the longest wait after that

    /// The longest the next wait may be, after one of at most `last` (0: none yet), `lostFor` after the loss.
    Millis limitAfter(Millis last, Millis lostFor) const;
    /// A wait of 50 to 100 % of `limit`.
    static Millis drawn(Millis limit);
};

} // namespace dueline
