// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "ui/timeline/model/timelinedata.h"

#include <map>
#include <memory>

namespace dueline {

/// Input for reading the timeline on a server. Counts that are already known are not read again.
struct TimelineWork
{
    /// Maximum number of tasks to draw individually. If bars would be shorter than `nearSpan`, the limit is
    /// `singleTasksNear`.
    static constexpr qint64 singleTasks = 60;
    static constexpr qint64 singleTasksNear = 300;
    static constexpr Millis nearSpan{60'000};

    TimeRange range;
    Millis span{};
    std::vector<QueueName> queues; ///< all displayed queues
    std::map<QueueName, std::vector<TimeRange>> missing; ///< ranges to count in each queue, consisting of complete bars
    std::vector<TimelineBin> known; ///< known bars with the totals of all queues; bars without tasks are omitted
    bool singles = true; ///< true to read tasks individually if there are only a few
};

struct TimelineAnswer
{
    TimelineData data;
    std::map<QueueName, std::vector<TimelineBin>> counted; ///< counts for `missing`; bars without tasks are omitted
};

/// Reader that runs a TimelineWork on a lane. Each step reads one range in one queue.
class TimelineReading
{
public:
    explicit TimelineReading(std::shared_ptr<const TimelineWork> work);

    /// Runs one step. Returns true once everything has been read. Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);
    /// Returns the answer. Valid once everything has been read.
    TimelineAnswer& answer() { return m_answer; }

private:
    Result<> count(QueueInspector& inspector);
    Result<> readTasks(QueueInspector& inspector, const QueueName& queue);
    void sumUp();
    void endTasks();

    std::shared_ptr<const TimelineWork> m_work;
    std::vector<std::pair<QueueName, TimeRange>> m_missing;
    std::size_t m_next = 0; ///< index into `m_missing`, and then into the queues with tasks that are read individually
    bool m_counted = false;
    TimelineAnswer m_answer;
};

/// Returns bars without tasks for a range.
std::vector<TimelineBin> emptyBins(TimeRange range, Millis span);
/// Adds counts to the corresponding bars of `sum`. Counts without a corresponding bar are ignored.
void addBins(std::vector<TimelineBin>& sum, const std::vector<TimelineBin>& added);

/// Reader of the time range from the first to the last task in multiple queues, excluding the trash. Runs on a lane.
/// Each step reads one queue.
struct ExtentReading
{
    std::vector<QueueName> queues;
    StateSet states; ///< states whose tasks are included
    std::size_t next = 0;
    std::optional<TimeRange> range = {}; ///< range of the tasks; nullopt if there are none

    /// Runs one step. Returns true once all queues have been read. Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);
};

} // namespace dueline
