// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace dueline {

/// Axis for the counts. The scale fits all bars in view except for a few that would flatten the rest. These bars are
/// drawn torn.
struct TimelineAxis
{
    /// Minimum number of non-empty bars for the full rules. With fewer bars, at most one is torn, and only for the
    /// factor `flattens`.
    static constexpr std::size_t leastBars = 5;
    /// Factor by which tearing must lower the axis for up to one bar in a hundred.
    static constexpr qint64 leastGain = 2;
    /// Factor by which tearing must lower the axis for up to two bars or, if that is more, one in twenty. Two are
    /// allowed because a burst often fills two adjacent bars.
    static constexpr qint64 flattens = 10;

    qint64 top = 10; ///< number of tasks at the top
    bool tears = false; ///< true if a bar is higher than the axis

    /// Returns the axis for the numbers of tasks of the bars in view.
    static TimelineAxis over(std::vector<qint64> heights);

    bool isTorn(qint64 height) const { return tears && height > top; }
    bool operator==(const TimelineAxis&) const = default;
};

} // namespace dueline
