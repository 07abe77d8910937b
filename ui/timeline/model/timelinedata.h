// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/timeline/model/timelinegroups.h"
#include "ui/timeline/model/timelinescale.h"

#include <QMetaType>

#include <memory>
#include <vector>

namespace dueline {

/// Task that is drawn individually, because few tasks are in view.
struct TimelineTask
{
    QueueName queue;
    TaskId id;
    TaskState state = TaskState::Scheduled;
    TimePoint at{}; ///< instant of the state
    std::optional<TimePoint> leasedAt; ///< claim time of a leased task

    bool operator==(const TimelineTask&) const = default;
};

/// Tasks of the timeline that are listed in the table, because they match the table's filter and state. All other tasks
/// are dimmed.
struct TimelineMatch
{
    std::vector<StateCounts> bins; ///< number of matches in each bar, at most the number of its tasks
    std::vector<bool> tasks; ///< for each individual task, true if it is listed
    StateCounts totals; ///< totals of all bars
    bool partial = false; ///< true while counting is in progress and the matches are incomplete
    std::optional<TimePoint> asOf; ///< server time of the count if it may be outdated

    bool operator==(const TimelineMatch&) const = default;
};

/// Data of the timeline: counts per bin, and individual tasks if there are few. Each refresh replaces the whole value.
struct TimelineData
{
    TimeRange range;
    Millis span{}; ///< length of one bin
    std::vector<TimelineBin> bins; ///< bins in order, without gaps
    std::vector<TimelineTask> tasks; ///< empty if too many tasks are in view
    StateCounts totals; ///< totals of all bins, for the legend
    // number of included outcomes that are not stored by any layout, but were announced by workers while the window was
    // open
    qint64 heard = 0;

    std::optional<TimelineMatch> match = {}; ///< listed tasks; nullopt if the table lists all tasks
    std::optional<TimelineGroups> groups = {}; ///< groups whose colors replace the states; counts only listed tasks
    std::shared_ptr<const TimelineQueues> queues = {}; ///< bars of each queue, if requested

    /// Returns the listed counts of a bar, by index.
    const StateCounts* matchOfBin(std::size_t bin) const
    {
        return match && bin < match->bins.size() ? &match->bins[bin] : nullptr;
    }
    /// Returns how many tasks of a bar the table lists, including hidden states.
    qint64 listedOfBin(std::size_t bin) const;
    bool isListed(std::size_t task) const { return !match || task >= match->tasks.size() || match->tasks[task]; }

    /// Returns whether the data has been counted; otherwise, the counts are unknown.
    bool isKnown() const { return span.count() > 0; }

    bool operator==(const TimelineData&) const = default;
};

/// Bands of a bar, from the baseline up. Failures come first, because bands that start at the baseline are the easiest
/// to compare.
inline constexpr std::array timelineBands{
    TaskState::Failed, TaskState::Retrying, TaskState::Due, TaskState::Leased, TaskState::Scheduled, TaskState::Done};

/// Returns the number of tasks in all bands.
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
