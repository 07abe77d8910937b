// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace dueline {

/// Axis for task counts. It is scaled to fit all displayed bars, except for a few that are so tall that they would
/// flatten all others. These few are drawn torn, with a gap across the bar.
struct TimelineAxis
{
    /// Minimum number of non-empty bars for all rules to apply. With fewer bars, at most one is torn, and only if that
    /// shrinks the axis by a factor of `flattens`.
    static constexpr std::size_t leastBars = 5;
    /// Factor the axis must shrink by to justify tearing up to one bar in a hundred.
    static constexpr qint64 leastGain = 2;
    /// Factor the axis must shrink by to justify tearing up to two bars or one in twenty, whichever is more. Two are
    /// allowed because a burst often fills two adjacent bars.
    static constexpr qint64 flattens = 10;

    qint64 top = 10; ///< number of tasks that the top of the axis represents
    bool tears = false; ///< true if a bar is taller than the axis

    /// Returns the axis for the displayed bars' task counts.
    static TimelineAxis over(std::vector<qint64> heights);

    bool isTorn(qint64 height) const { return tears && height > top; }
    bool operator==(const TimelineAxis&) const = default;
};

} // namespace dueline
