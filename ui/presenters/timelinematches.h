// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/matchtimes.h"
#include "ui/models/timelinedata.h"
#include "ui/presenters/taskreading.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;
class TaskFeed;
class TimelineFeed;

/// Says of each bar of the timeline how much of it the table lists, a brush aside. The walk that lists what a filter
/// finds tells the instants, too; only where a brush narrows the list before that walk has ended, it walks by itself. The
/// instants are kept, so that another zoom is counted at once. While a walk is repeated, what the former one has counted
/// stays.
class TimelineMatches : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis tellEvery{100}; ///< while it is counted; the first are told at once

    TimelineMatches(TaskFeed& tasks, TimelineFeed& timeline, QObject* parent = nullptr);

    /// What is counted from here on; what was counted of something else is forgotten. `listed`: the table is about to
    /// walk over just this.
    void look(Connection* connection, const TaskScope& scope, bool listed);
    /// Whether the timeline shows the table's queue; else nothing is dimmed.
    void setSame(bool same);

Q_SIGNALS:
    /// What the timeline's feed told, and what of it is listed.
    void loaded(const dueline::TimelineData& data);

private:
    void take(const std::vector<Task>& matches, bool begins, bool over, TimePoint startedAt);
    void add(const std::vector<Task>& matches, bool over, TimePoint startedAt);
    void walkAlone();
    void walkOn(FilterWalk walk);
    std::optional<TimePoint> asOf() const;
    std::optional<TimelineMatch> match() const;
    void addFound(TimelineMatch& match) const;
    void addListed(TimelineMatch& match) const;
    void tell();

    TaskFeed& m_tasks;
    QPointer<Connection> m_connection;
    TaskScope m_scope;
    bool m_same = true;
    TimelineData m_data; ///< as it was told
    MatchTimes m_found;
    std::optional<MatchTimes> m_repeated; ///< of a walk made anew, until it is over
    bool m_whole = false; ///< m_found is of a walk that came to its end
    TimePoint m_wholeAt{}; ///< when that began, server's clock
    bool m_listed = true; ///< the table's walk tells
    bool m_walking = false; ///< one of its own is under way
    int m_generation = 0; ///< answers to earlier ones are dropped
    QTimer m_pause; ///< between two tellings
};

} // namespace dueline
