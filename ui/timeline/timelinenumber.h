// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace dueline {

/// The number of a torn bar, and where it stands in the row above the bars.
struct TimelineNumber
{
    qint64 count = 0;
    double middle = 0; ///< of its bar
    double width = 0;
    double left = 0; ///< chosen by placed()

    /// Over their bars (given from left to right), within `from` to `to`. Numbers that would overlap move apart; while
    /// one would be farther from its bar than it is wide, the smallest of its neighbours is left out.
    static std::vector<TimelineNumber> placed(std::vector<TimelineNumber> numbers, double from, double to);
};

} // namespace dueline
