// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "ui/timeline/model/timelinedata.h"

#include <map>
#include <memory>

namespace dueline {

/// Input for one timeline reading on a server. Counts that are already known are not read again.
struct TimelineWork
{
    /// Maximum number of tasks that are drawn individually: in general, and if bars would be shorter than a minute.
    static constexpr qint64 singleTasks = 60;
    static constexpr qint64 singleTasksNear = 300;
    static constexpr Millis nearSpan{60'000};

    TimeRange range;
    Millis span{};
    std::vector<QueueName> queues; ///< all queues shown
    std::map<QueueName, std::vector<TimeRange>> missing; ///< ranges still to count per queue, in whole bars
    std::vector<TimelineBin> known; ///< sums over all queues; bars without tasks are omitted
    bool singles = true; ///< true if the tasks should be read individually when there are few
};

struct TimelineAnswer
{
    TimelineData data;
    std::map<QueueName, std::vector<TimelineBin>> counted; ///< counts of `missing`, without empty bars
};

/// Reader that runs a TimelineWork on a lane, one range of a queue per step.
class TimelineReading
{
public:
    explicit TimelineReading(std::shared_ptr<const TimelineWork> work);

    /// Performs one step. Returns true when everything has been read. Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);
    /// Returns the answer, which is valid when everything has been read.
    TimelineAnswer& answer() { return m_answer; }

private:
    Result<> count(QueueInspector& inspector);
    Result<> readTasks(QueueInspector& inspector, const QueueName& queue);
    void sumUp();
    void endTasks();

    std::shared_ptr<const TimelineWork> m_work;
    std::vector<std::pair<QueueName, TimeRange>> m_missing;
    std::size_t m_next = 0; ///< index into `m_missing`, then into the queues whose tasks are read individually
    bool m_counted = false;
    TimelineAnswer m_answer;
};

/// Returns empty bars for a range.
std::vector<TimelineBin> emptyBins(TimeRange range, Millis span);
/// Adds counts to the matching bars of `sum`. Counts without a matching bar are ignored.
void addBins(std::vector<TimelineBin>& sum, const std::vector<TimelineBin>& added);

/// Reader of the time range from the first to the last task of several queues, excluding the trash. Runs on a lane, one
/// queue per step.
struct ExtentReading
{
    std::vector<QueueName> queues;
    std::size_t next = 0;
    std::optional<TimeRange> range = {}; ///< range of the tasks; nullopt: no tasks

    /// Performs one step. Returns true when all queues have been read. Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);
};

} // namespace dueline
