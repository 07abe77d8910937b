// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace dueline {

/// The axis of counts: as high as the bars in view, but for the few that would flatten the rest. These are torn.
struct TimelineAxis
{
    /// Fewer bars with tasks than these are never torn: there is no rest to compare with.
    static constexpr std::size_t leastBars = 5;
    /// A bar is torn for the others only where the axis would have to be this many times as high.
    static constexpr qint64 leastGain = 2;

    qint64 top = 10; ///< tasks
    bool tears = false; ///< whether a bar is higher

    /// `heights`: tasks of each bar in view. The axis ends above their 99th percentile, of at most 100 bars the second
    /// highest.
    static TimelineAxis over(std::vector<qint64> heights);

    bool isTorn(qint64 height) const { return tears && height > top; }
    bool operator==(const TimelineAxis&) const = default;
};

} // namespace dueline
