// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timelineaxis.h"

#include "ui/models/timelinescale.h"

#include <algorithm>

namespace dueline {

TimelineAxis TimelineAxis::over(std::vector<qint64> heights)
{
    heights.erase(std::remove(heights.begin(), heights.end(), 0), heights.end());
    if (heights.empty())
        return {TimelineScale::countMaximum(0), false};
    std::sort(heights.begin(), heights.end());
    const qint64 whole = TimelineScale::countMaximum(heights.back());
    const qint64 ordinary = TimelineScale::countMaximum(heights[(heights.size() - 1) * 99 / 100]);
    if (heights.size() < leastBars || whole <= leastGain * ordinary)
        return {whole, false};
    return {ordinary, true};
}

} // namespace dueline
