// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queueinfo.h"

#include <numeric>

namespace dueline {

qint64 StatisticsBin::started() const { return std::accumulate(lateness.begin(), lateness.end(), qint64(0)); }

qint64 StatisticsBin::done() const { return std::accumulate(runTime.begin(), runTime.end(), untimed); }

qint64 StatisticsBin::failed() const
{
    return std::accumulate(failedByType.begin(), failedByType.end(), qint64(0),
        [](qint64 sum, const auto& entry) { return sum + entry.second; });
}

} // namespace dueline
