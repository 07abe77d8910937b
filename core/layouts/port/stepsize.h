// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace dueline {

/// How many tasks a step takes so that nobody else waits for it much longer than a millisecond. In whole parts of what
/// is taken at most, since the rest of a part is a step, too.
class StepSize
{
public:
    static constexpr std::int64_t aimUs = 1000;
    static constexpr int mostParts = 16;

    explicit StepSize(int most)
        : m_most(most)
    { }

    int tasks() const { return (m_most + m_parts - 1) / m_parts; }
    /// A step of so many tasks kept Redis busy for `us`. Of a few it says more about the call than about the tasks. One
    /// alone moves the estimate by an eighth at most: where Redis waits milliseconds for a processor now and then, that
    /// says nothing about the tasks, and would weigh the more the smaller the steps have become.
    void took(int tasks, std::int64_t us)
    {
        if (tasks < 10 || us <= 0)
            return;
        const double whole = std::min(double(us) * m_most / tasks, double(mostParts * aimUs));
        m_wholeUs
            = m_wholeUs == 0 ? whole : m_wholeUs + std::clamp((whole - m_wholeUs) / 4, -m_wholeUs / 8, m_wholeUs / 8);
        m_parts = std::clamp(int(std::lround(m_wholeUs / aimUs)), 1, mostParts);
    }

private:
    int m_most;
    int m_parts = 1;
    double m_wholeUs = 0; ///< what all of them would take
};

} // namespace dueline
