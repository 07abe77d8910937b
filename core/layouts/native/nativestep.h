// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace dueline {

/// How many tasks a step takes so that nobody else waits for it much longer than a millisecond. In whole parts of what is
/// taken at most, since the rest of a part is a step, too.
class NativeStep
{
public:
    static constexpr std::int64_t aimUs = 1000;
    static constexpr int mostParts = 16;

    explicit NativeStep(int most)
        : m_most(most)
    { }

    int tasks() const { return (m_most + m_parts - 1) / m_parts; }
    /// A step of so many tasks kept Redis busy for `us`. Of a few it says more about the call than about the tasks.
    void took(int tasks, std::int64_t us)
    {
        if (tasks < 10 || us <= 0)
            return;
        const std::int64_t whole = us * m_most / tasks;
        m_wholeUs = m_wholeUs == 0 ? whole : (3 * m_wholeUs + whole) / 4;
        m_parts = int(std::clamp<std::int64_t>((m_wholeUs + aimUs / 2) / aimUs, 1, mostParts));
    }

private:
    int m_most;
    int m_parts = 1;
    std::int64_t m_wholeUs = 0; ///< what all of them would take
};

} // namespace dueline
