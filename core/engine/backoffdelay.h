// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"

#include <algorithm>

namespace dueline {

/// Delay before a failed call is retried: 50 ms at first, doubling up to 2 s.
class BackoffDelay
{
public:
    Millis next()
    {
        const Millis delay = m_next;
        m_next = std::min(m_next * 2, Millis(2'000));
        return delay;
    }
    void reset() { m_next = Millis(50); }

private:
    Millis m_next{50};
};

} // namespace dueline
