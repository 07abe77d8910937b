// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/timeline/model/timelinegroups.h"
#include "ui/timeline/model/timelinescale.h"

#include <QMetaType>

#include <memory>
#include <vector>

namespace dueline {

/// One task drawn by itself, once few enough are in view.
struct TimelineTask
{
    QueueName queue;
    TaskId id;
    TaskState state = TaskState::Scheduled;
    TimePoint at{}; ///< the state's instant
    std::optional<TimePoint> leasedAt; ///< while leased: when it was claimed

    bool operator==(const TimelineTask&) const = default;
};

/// What of a timeline the table lists: what matches its filter and has its state. The rest is dimmed.
struct TimelineMatch
{
    std::vector<StateCounts> bins; ///< of each bar; never more than the bar has
    std::vector<bool> tasks; ///< of each single task: whether it is listed
    StateCounts totals; ///< over all bars
    bool partial = false; ///< it is still counted: so many were found up to now
    std::optional<TimePoint> asOf; ///< when it was counted, server's clock, where that is a while ago

    bool operator==(const TimelineMatch&) const = default;
};

/// What the timeline shows: counts per bin, and single tasks when there are few. A value, replaced whole by each
/// refresh.
struct TimelineData
{
    TimeRange range;
    Millis span{}; ///< of one bin
    std::vector<TimelineBin> bins; ///< in order, without gaps
    std::vector<TimelineTask> tasks; ///< empty while there are too many in view
    StateCounts totals; ///< over all bins, for the legend
    qint64 heard = 0; ///< of these, ends that nothing keeps: workers announced them while the window was open

    std::optional<TimelineMatch> match = {}; ///< nullopt: the table lists all of it
    std::optional<TimelineGroups> groups = {}; ///< what is coloured instead of states; of what the table lists
    std::shared_ptr<const TimelineQueues> queues = {}; ///< the bars of each queue, where somebody wants them

    /// Of a bar or a task, by its number.
    const StateCounts* matchOfBin(std::size_t bin) const
    {
        return match && bin < match->bins.size() ? &match->bins[bin] : nullptr;
    }
    /// How many of a bar the table lists, whatever is hidden.
    qint64 listedOfBin(std::size_t bin) const;
    bool isListed(std::size_t task) const { return !match || task >= match->tasks.size() || match->tasks[task]; }

    /// Whether it was counted at all: what is not known is not zero.
    bool isKnown() const { return span.count() > 0; }

    bool operator==(const TimelineData&) const = default;
};

/// The bands of a bar, from the baseline up: failures stand on the baseline, so that they compare at a glance.
inline constexpr std::array timelineBands{
    TaskState::Failed, TaskState::Retrying, TaskState::Due, TaskState::Leased, TaskState::Scheduled, TaskState::Done};

/// Number of tasks in all bands.
inline qint64 sumOfBands(const StateCounts& counts)
{
    qint64 sum = 0;
    for (const TaskState state : timelineBands)
        sum += counts[state];
    return sum;
}

inline qint64 TimelineData::listedOfBin(std::size_t bin) const
{
    const StateCounts* listed = matchOfBin(bin);
    return sumOfBands(listed ? *listed : bins[bin].counts);
}

} // namespace dueline

Q_DECLARE_METATYPE(dueline::TimelineTask)
