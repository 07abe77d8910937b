// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <atomic>

namespace dueline {

/// A clock that moves when a test says so, and never back.
class ManualClock : public Clock
{
public:
    TimePoint now() const override { return fromMs(m_now); }
    void moveTo(TimePoint at)
    {
        if (toMs(at) > m_now)
            m_now = toMs(at);
    }

private:
    std::atomic<qint64> m_now = 1'600'000'000'000;
};

} // namespace dueline
