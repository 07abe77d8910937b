// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"

#include <QCoreApplication>

namespace dueline {

/// Number of tasks in a group, with the group's name.
struct TimelineShare
{
    QString words;
    qint64 count = 0;
    int place = -1; ///< index into TimelineGroups::bins; -1: no group
};

/// Names of the groups of a timeline.
class TimelineShareWords
{
    Q_DECLARE_TR_FUNCTIONS(TimelineShareWords)

public:
    /// Returns the plural noun for the groups, such as `queues`.
    static QString plural(TimelineColour by);
    static QString others();
    /// Returns the name for tasks that belong to no group.
    static QString none(const TimelineGroups& groups);
};

/// Returns the non-empty groups of a bar, followed by its listed tasks without a group. The data must have groups.
std::vector<TimelineShare> sharesOf(const TimelineData& data, std::size_t bin);
/// Returns the groups of all bars. The other groups and the tasks without a group are included only if they have tasks.
std::vector<TimelineShare> sharesOf(const TimelineData& data);

} // namespace dueline
