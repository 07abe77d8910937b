// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <atomic>

namespace dueline {

/// Clock that only advances when a test advances it.
class ManualClock : public Clock
{
public:
    explicit ManualClock(TimePoint start = fromMs(1'600'000'000'000))
        : m_now(toMs(start))
    { }
    TimePoint now() const override { return fromMs(m_now); }
    void moveTo(TimePoint at)
    {
        if (toMs(at) > m_now)
            m_now = toMs(at);
    }
    void advance(Millis by) { m_now += by.count(); }

private:
    std::atomic<qint64> m_now;
};

} // namespace dueline
