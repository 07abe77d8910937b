// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/durationclasses.h"
#include "ui/timeline/model/timelinedata.h"

namespace dueline {

/// Lateness of tasks: start delays recorded by workers, and waiting times of overdue tasks in view.
struct TimelineLateness
{
    /// Tasks of the range of one or more bars.
    struct Column
    {
        TimeRange range;
        qint64 started = 0; ///< number of tasks claimed in this range, if recorded
        double half = 0; ///< median start delay in ms
        double most = 0; ///< 95th percentile of the start delay in ms
        /// Waiting time of the oldest task due in this range that is still waiting; nullopt if there is none.
        std::optional<Millis> waits = {};

        bool operator==(const Column&) const = default;
    };

    std::vector<Column> columns; ///< in order, without empty columns

    /// Returns the lateness from `statistics` (in any order, of one or more queues) and the bars of `data`. A column
    /// covers a bar, but is never shorter than a bin of the statistics.
    static TimelineLateness of(const std::vector<StatisticsBin>& statistics, const TimelineData& data, TimePoint now);
    const Column* at(TimePoint instant) const;
    /// Maps a delay to a value from 0 to 1, on a logarithmic scale from 10 ms to a day.
    static double share(double ms);

    bool operator==(const TimelineLateness&) const = default;
};

} // namespace dueline
