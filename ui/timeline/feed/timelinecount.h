// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "ui/timeline/model/timelinedata.h"

#include <map>
#include <memory>

namespace dueline {

/// Input for reading the timeline from a server. Counts that are already known aren't read again.
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
    std::map<QueueName, std::vector<TimeRange>> missing; ///< ranges to count in each queue, in complete bars
    std::vector<TimelineBin> known; ///< known bars with totals across all queues; bars without tasks are omitted
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

    /// Runs one step. Returns true when everything has been read. Errors: same as QueueInspector.
    Result<bool> step(Backend& backend);
    /// Returns the answer. Only valid once everything has been read.
    TimelineAnswer& answer() { return m_answer; }

private:
    Result<> count(QueueInspector& inspector);
    Result<> readTasks(QueueInspector& inspector, const QueueName& queue);
    void sumUp();
    void endTasks();

    std::shared_ptr<const TimelineWork> m_work;
    std::vector<std::pair<QueueName, TimeRange>> m_missing;
    std::size_t m_next = 0; ///< index into `m_missing`, then into the queues with tasks that are read individually
    bool m_counted = false;
    TimelineAnswer m_answer;
};

/// Returns bars without tasks for a range.
std::vector<TimelineBin> emptyBins(TimeRange range, Millis span);
/// Adds counts to the corresponding bars of `sum`. Ignores counts without a corresponding bar.
void addBins(std::vector<TimelineBin>& sum, const std::vector<TimelineBin>& added);

/// Reader of the time range from the first to the last task across multiple queues, excluding the trash. Runs on a
/// lane, reading one queue per step.
struct ExtentReading
{
    std::vector<QueueName> queues;
    StateSet states; ///< states whose tasks are included
    std::size_t next = 0;
    std::optional<TimeRange> range = {}; ///< the tasks' range; nullopt if there are none

    /// Runs one step. Returns true when all queues have been read. Errors: same as QueueInspector.
    Result<bool> step(Backend& backend);
};

} // namespace dueline
