// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"

#include <QCoreApplication>

namespace dueline {

/// How many tasks of something a group has, in words.
struct TimelineShare
{
    QString words;
    qint64 count = 0;
    int place = -1; ///< in TimelineGroups::bins; -1: of none
};

/// What the groups of a timeline are called.
class TimelineShareWords
{
    Q_DECLARE_TR_FUNCTIONS(TimelineShareWords)

public:
    /// `types`, `kinds of failure`, `queues`.
    static QString plural(TimelineColour by);
    static QString others();
    /// What is of no group.
    static QString none(const TimelineGroups& groups);
};

/// Of a bar whose data has groups: those that have tasks in it, and what of it is listed besides.
std::vector<TimelineShare> sharesOf(const TimelineData& data, std::size_t bin);
/// The same of all bars; the others and the rest only where there are some.
std::vector<TimelineShare> sharesOf(const TimelineData& data);

} // namespace dueline
