// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "ui/timeline/model/timelinedata.h"

#include <map>
#include <memory>

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

/// Reads it, a range of a queue a step, on a lane.
class TimelineReading
{
public:
    explicit TimelineReading(std::shared_ptr<const TimelineWork> work);

    /// True: all was read. Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);
    /// Once all was read.
    TimelineAnswer& answer() { return m_answer; }

private:
    Result<> count(QueueInspector& inspector);
    Result<> readTasks(QueueInspector& inspector, const QueueName& queue);
    void sumUp();
    void endTasks();

    std::shared_ptr<const TimelineWork> m_work;
    std::vector<std::pair<QueueName, TimeRange>> m_missing;
    std::size_t m_next = 0; ///< in what is missing, then in the queues whose tasks are read one by one
    bool m_counted = false;
    TimelineAnswer m_answer;
};

/// The bars of a range, all of them empty.
std::vector<TimelineBin> emptyBins(TimeRange range, Millis span);
/// Adds counts to the bars they belong to; what lies in none of them is left out.
void addBins(std::vector<TimelineBin>& sum, const std::vector<TimelineBin>& added);

/// From the first to the last task of some queues, trash aside, a queue a step, on a lane.
struct ExtentReading
{
    std::vector<QueueName> queues;
    std::size_t next = 0;
    std::optional<TimeRange> range = {}; ///< nullopt: there is none

    /// True: all were read. Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);
};

} // namespace dueline
