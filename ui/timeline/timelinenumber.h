// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace dueline {

/// The number of a torn bar, and its position in the row above the bars.
struct TimelineNumber
{
    qint64 count = 0;
    double middle = 0; ///< middle of its bar
    double width = 0;
    double left = 0; ///< set by placed()

    /// Places numbers (in order from left to right) over their bars, between `from` and `to`. Overlapping numbers move
    /// apart. If a number would be farther from its bar than its own width, the smallest of its neighbours is removed.
    static std::vector<TimelineNumber> placed(std::vector<TimelineNumber> numbers, double from, double to);
};

} // namespace dueline
