// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/durationclasses.h"

#include <cmath>
#include <numeric>

namespace dueline {

std::optional<double> percentile(const DurationClasses& classes, double share)
{
    const qint64 all = std::accumulate(classes.begin(), classes.end(), qint64(0));
    if (all == 0)
        return std::nullopt;
    const double wanted = share * double(all);
    double below = 0;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        if (classes[k] == 0 || below + double(classes[k]) < wanted) {
            below += double(classes[k]);
            continue;
        }
        if (k == 0)
            return 0;
        const double least = std::exp2(double(k) - 1);
        return least + (least - 1) * (wanted - below) / double(classes[k]);
    }
    return std::exp2(double(classes.size()) - 1);
}

} // namespace dueline
