// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace dueline {

/// Axis for the counts. The scale fits all bars in view except a few that would flatten the rest; these are drawn torn.
struct TimelineAxis
{
    /// Number of non-empty bars below which at most one bar is torn, and only if it would flatten the rest.
    static constexpr std::size_t leastBars = 5;
    /// Factor by which the tallest bar in a hundred must exceed the axis to be drawn torn.
    static constexpr qint64 leastGain = 2;
    /// Factor by which the tallest bars must exceed the axis to be drawn torn: at most two bars, or one in twenty. Two
    /// are allowed because a burst often fills two adjacent bars.
    static constexpr qint64 flattens = 10;

    qint64 top = 10; ///< tasks
    bool tears = false; ///< true if a bar is higher than the axis

    /// Returns the axis for the numbers of tasks of the bars in view.
    static TimelineAxis over(std::vector<qint64> heights);

    bool isTorn(qint64 height) const { return tears && height > top; }
    bool operator==(const TimelineAxis&) const = default;
};

} // namespace dueline
