// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"

#include <QCoreApplication>

namespace dueline {

/// A group's name and number of tasks.
struct TimelineShare
{
    QString words;
    qint64 count = 0;
    int place = -1; ///< index into TimelineGroups::bins; -1 for tasks without a group
};

/// Names for the groups in the timeline.
class TimelineShareWords
{
    Q_DECLARE_TR_FUNCTIONS(TimelineShareWords)

public:
    /// Returns a plural noun for the groups, such as `queues`.
    static QString plural(TimelineColour by);
    static QString others();
    /// Returns a name for the tasks that belong to no group.
    static QString none(const TimelineGroups& groups);
};

/// Returns a bar's non-empty groups, followed by its listed tasks that belong to no group. The data must have groups.
std::vector<TimelineShare> sharesOf(const TimelineData& data, std::size_t bin);
/// Returns the groups for all bars combined. Other groups, and tasks without a group, are included only if they have
/// tasks.
std::vector<TimelineShare> sharesOf(const TimelineData& data);

} // namespace dueline
