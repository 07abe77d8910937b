// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/durationclasses.h"
#include "ui/timeline/model/timelinedata.h"

namespace dueline {

/// Lateness of tasks: start delays recorded by workers, and waiting times of overdue tasks.
struct TimelineLateness
{
    /// Lateness in a time range of one or more bars.
    struct Column
    {
        TimeRange range;
        qint64 started = 0; ///< number of tasks claimed in this range, if known
        double half = 0; ///< median start delay in milliseconds
        double most = 0; ///< 95th percentile of start delays in milliseconds
        /// Waiting time of the oldest task that became due in this range and is still waiting; nullopt if there is
        /// none.
        std::optional<Millis> waits = {};

        bool operator==(const Column&) const = default;
    };

    std::vector<Column> columns; ///< columns in chronological order, without empty ones

    /// Returns the lateness based on `statistics` (in any order, for one or more queues) and the bars in `data`. A
    /// column covers one bar, but is never shorter than a statistics bin.
    static TimelineLateness of(const std::vector<StatisticsBin>& statistics, const TimelineData& data, TimePoint now);
    const Column* at(TimePoint instant) const;
    /// Maps a delay to a value from 0 to 1, using a logarithmic scale from 10 ms to a day.
    static double share(double ms);

    bool operator==(const TimelineLateness&) const = default;
};

} // namespace dueline
