// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace dueline {

/// The axis of counts: as high as the bars in view, but for the few that would flatten the rest. These are torn.
struct TimelineAxis
{
    /// Of fewer bars with tasks than these one is torn at most, and only where it would flatten the rest.
    static constexpr std::size_t leastBars = 5;
    /// The tallest bar in a hundred is torn where the axis would have to be this many times as high for it.
    static constexpr qint64 leastGain = 2;
    /// Two bars, or one in twenty, are torn where the axis would have to be this many times as high for them: a burst
    /// often stands in two bars side by side.
    static constexpr qint64 flattens = 10;

    qint64 top = 10; ///< tasks
    bool tears = false; ///< whether a bar is higher

    /// `heights`: tasks of each bar in view.
    static TimelineAxis over(std::vector<qint64> heights);

    bool isTorn(qint64 height) const { return tears && height > top; }
    bool operator==(const TimelineAxis&) const = default;
};

} // namespace dueline
