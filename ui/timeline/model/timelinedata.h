// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/timeline/model/timelinegroups.h"
#include "ui/timeline/model/timelinescale.h"

#include <QMetaType>

#include <memory>
#include <vector>

namespace dueline {

/// Task that is drawn individually because there are only a few.
struct TimelineTask
{
    QueueName queue;
    TaskId id;
    TaskState state = TaskState::Scheduled;
    TimePoint at{}; ///< the state's instant, as in Task::at
    std::optional<TimePoint> leasedAt; ///< when a leased task was claimed

    bool operator==(const TimelineTask&) const = default;
};

/// The timeline's tasks that are listed in the table because they match its filter and states. All others are dimmed.
struct TimelineMatch
{
    std::vector<StateCounts> bins; ///< number of matches in each bar; never exceeds the bar's task count
    std::vector<bool> tasks; ///< true for each individual task that is listed
    StateCounts totals; ///< totals of all bars
    bool partial = false; ///< true while counting is in progress and matches may be missing
    std::optional<TimePoint> asOf; ///< server time of the count if it may be outdated

    bool operator==(const TimelineMatch&) const = default;
};

/// The timeline's data: counts per bin, and individual tasks if there are only a few. Each refresh replaces the entire
/// value.
struct TimelineData
{
    TimeRange range;
    Millis span{}; ///< length of each bin
    std::vector<TimelineBin> bins; ///< bins in chronological order, without gaps
    /// Tasks to draw individually; empty if there are too many.
    std::vector<TimelineTask> tasks;
    StateCounts totals; ///< totals of all bins, shown in the legend
    // Number of included outcomes that aren't stored anywhere, but were announced by workers while the window was open.
    qint64 heard = 0;

    std::optional<TimelineMatch> match = {}; ///< listed tasks; nullopt if the table lists all tasks
    /// Groups whose colors replace the state colors. Only listed tasks are counted.
    std::optional<TimelineGroups> groups = {};
    std::shared_ptr<const TimelineQueues> queues = {}; ///< each queue's bars, if requested

    /// Returns a bar's counts of listed tasks.
    const StateCounts* matchOfBin(std::size_t bin) const
    {
        return match && bin < match->bins.size() ? &match->bins[bin] : nullptr;
    }
    /// Returns how many of a bar's tasks are listed in the table, including those in hidden states.
    qint64 listedOfBin(std::size_t bin) const;
    bool isListed(std::size_t task) const { return !match || task >= match->tasks.size() || match->tasks[task]; }

    /// Returns whether the tasks have been counted. If not, the counts are unknown.
    bool isKnown() const { return span.count() > 0; }

    bool operator==(const TimelineData&) const = default;
};

/// Bands of a bar, starting at the baseline. Failures come first, because bands on the baseline are easiest to compare.
inline constexpr std::array timelineBands{
    TaskState::Failed, TaskState::Retrying, TaskState::Due, TaskState::Leased, TaskState::Scheduled, TaskState::Done};

/// Returns the total number of tasks in all bands.
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
