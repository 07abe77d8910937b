// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace dueline {

/// Task count of a bar that is drawn torn because it exceeds the axis, and the count's position in the row above the
/// bars.
struct TimelineNumber
{
    qint64 count = 0;
    double middle = 0; ///< center of the number's bar
    double width = 0;
    double left = 0; ///< left edge, computed by placed()

    /// Places numbers, ordered from left to right, above their bars and between `from` and `to`. Moves overlapping
    /// numbers apart. If that would put a number farther from its bar than its own width, removes the smallest of the
    /// overlapping numbers.
    static std::vector<TimelineNumber> placed(std::vector<TimelineNumber> numbers, double from, double to);
};

} // namespace dueline
