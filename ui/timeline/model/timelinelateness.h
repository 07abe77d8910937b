// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/durationclasses.h"
#include "ui/timeline/model/timelinedata.h"

namespace dueline {

/// How late tasks are: what was recorded when they started, and for how long those in view wait that should have.
struct TimelineLateness
{
    /// Tasks of a stretch of time, one or several bars long.
    struct Column
    {
        TimeRange range;
        qint64 started = 0; ///< tasks that a worker took in this time, where that is recorded
        double half = 0; ///< ms that half of them started late at most
        double most = 0; ///< the same of 95 %
        /// Since the first of those fell due in this time that still wait; nullopt: none.
        std::optional<Millis> waits = {};

        bool operator==(const Column&) const = default;
    };

    bool isRecorded = false; ///< whether the layout says how late tasks start
    std::vector<Column> columns; ///< in order, those with something to tell

    /// What `statistics` (in any order, of one or several queues) and the bars of `data` tell. Columns are as long as a
    /// bar, and at least as a bin of the statistics.
    static TimelineLateness of(
        const std::vector<StatisticsBin>& statistics, bool isRecorded, const TimelineData& data, TimePoint now);
    const Column* at(TimePoint instant) const;
    /// 0 to 1 on a logarithmic scale from 10 ms to a day.
    static double share(double ms);

    bool operator==(const TimelineLateness&) const = default;
};

} // namespace dueline
