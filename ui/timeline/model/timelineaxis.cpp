// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/model/timelineaxis.h"

#include "ui/timeline/model/timelinescale.h"

#include <algorithm>
#include <utility>

namespace dueline {

TimelineAxis TimelineAxis::over(std::vector<qint64> heights)
{
    heights.erase(std::remove(heights.begin(), heights.end(), 0), heights.end());
    if (heights.empty())
        return {TimelineScale::countMaximum(0), false};
    std::sort(heights.begin(), heights.end());
    const std::size_t all = heights.size();
    const auto without = [&](std::size_t tallest) { return TimelineScale::countMaximum(heights[all - 1 - tallest]); };
    const qint64 whole = without(0);
    const std::size_t few = all < leastBars ? 0 : all - 1 - (all - 1) * 99 / 100;
    const std::size_t more = all == 1 ? 0 : all < leastBars ? 1 : std::max<std::size_t>(2, all / 20);
    qint64 top = whole;
    for (const auto& [tallest, gain] : {std::pair(few, leastGain), std::pair(more, flattens)}) {
        for (std::size_t torn = 1; torn <= tallest; ++torn) { // tear as few bars as possible
            if (const qint64 ordinary = without(torn); top > gain * ordinary)
                top = ordinary;
        }
    }
    return {top, top != whole};
}

} // namespace dueline
