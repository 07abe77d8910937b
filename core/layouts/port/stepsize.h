// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace dueline {

/// Chooses the number of tasks per step so that a step delays other clients by at most about a millisecond. The number
/// is always the maximum divided by an integer, so that the last step isn't much smaller than the others.
class StepSize
{
public:
    static constexpr std::int64_t aimUs = 1000;
    static constexpr int mostParts = 16;

    explicit StepSize(int most)
        : m_most(most)
    { }

    int tasks() const { return (m_most + m_parts - 1) / m_parts; }
    /// Records that a step with this many tasks kept Redis busy for `us`. Ignores steps with fewer than ten tasks,
    /// whose time is mostly call overhead. Each step changes the estimate by at most one eighth, because Redis may have
    /// to wait several milliseconds for a CPU, which distorts the measurements of small steps the most.
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
    double m_wholeUs = 0; ///< estimated duration of a maximum-size step, in µs
};

} // namespace dueline
