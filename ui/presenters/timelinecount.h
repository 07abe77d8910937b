// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "ui/timeline/timelinedata.h"

#include <map>

namespace dueline {

/// What a look at one server shall bring to the timeline. Counts that are known already need not be asked for again.
struct TimelineWork
{
    /// Up to here tasks are drawn one by one, at any zoom, and when a bar would be shorter than a minute.
    static constexpr qint64 singleTasks = 60;
    static constexpr qint64 singleTasksNear = 300;
    static constexpr Millis nearSpan{60'000};

    TimeRange range;
    Millis span{};
    std::vector<QueueName> queues; ///< all that are shown
    std::map<QueueName, std::vector<TimeRange>> missing; ///< what of them has to be counted, in whole bars
    std::vector<TimelineBin> known; ///< of all queues together; bars that are not there: none
    bool singles = true; ///< tasks one by one, too, where they are few
};

struct TimelineAnswer
{
    TimelineData data;
    std::map<QueueName, std::vector<TimelineBin>> counted; ///< what was missing; bars without a task are left out
};

/// Runs on a lane. Errors: those of QueueInspector.
Result<TimelineAnswer> readTimeline(Backend& backend, const TimelineWork& work);

/// The bars of a range, all of them empty.
std::vector<TimelineBin> emptyBins(TimeRange range, Millis span);
/// Adds counts to the bars they belong to; what lies in none of them is left out.
void addBins(std::vector<TimelineBin>& sum, const std::vector<TimelineBin>& added);

/// From the first to the last task, trash aside; nullopt when there is none. Runs on a lane.
Result<std::optional<TimeRange>> timelineExtent(Backend& backend, const std::vector<QueueName>& queues);

} // namespace dueline
