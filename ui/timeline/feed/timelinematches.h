// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/reading/taskreading.h"
#include "ui/timeline/model/grouptimes.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;
class TaskFeed;
class TimelineFeed;

/// Says of each bar of the timeline how much of it the table lists, a brush aside, and what it is of where the colours
/// tell something else than states. The walk that lists what a filter finds tells the instants, too; where there is
/// none such (a brush narrows the list, several queues are in view, types or errors are coloured without a filter), it
/// walks by itself, a queue behind the other, on the lane of long work. The instants are kept, so that another zoom is
/// counted at once. While a walk is repeated, what the former one has counted stays.
class TimelineMatches : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis tellEvery{100}; ///< while it is counted; the first are told at once
    static constexpr int pauseAfterWalk = 10; ///< times as long as a walk of its own took; only then it is repeated
    static constexpr qint64 mostCounted = 2'000'000; ///< tasks whose instants are kept; of more none is told

    TimelineMatches(TaskFeed& tasks, TimelineFeed& timeline, QObject* parent = nullptr);

    /// What is counted from here on; what was counted of something else is forgotten. `listed`: the table is about to
    /// walk over just this.
    void look(Connection* connection, const TaskScope& scope, bool listed);
    /// What the timeline shows: these connections, a queue of theirs, or all by an empty name. A filter of the table
    /// counts in all of them.
    void setShown(const std::vector<Connection*>& connections, const QueueName& queue);
    void setColour(TimelineColour colour);
    TimelineColour colour() const { return m_colour; }

Q_SIGNALS:
    /// What the timeline's feed told, what of it is listed, and what it is of.
    void loaded(const dueline::TimelineData& data);

private:
    /// A walk of its own over the queues in view.
    struct Walk
    {
        std::vector<std::pair<QPointer<Connection>, QueueName>> queues;
        std::size_t next = 0;
        FilterWalk within;
        TimePoint startedAt{};
    };
    bool isFiltered() const;
    bool needsWalk() const;
    bool tableWalks() const;
    bool isShownWhole() const;
    TaskScope scopeOf(const QueueName& queue) const;
    void forget();
    void take(const std::vector<Task>& matches, bool begins, bool over, TimePoint startedAt);
    void add(const std::vector<Task>& matches, const std::vector<QByteArray>& names, bool over, TimePoint startedAt);
    void walkAlone();
    void walkOn(Walk walk);
    void tryAgain();
    std::optional<TimePoint> asOf() const;
    TimePoint now() const;
    std::optional<TimelineMatch> match() const;
    std::optional<TimelineGroups> groups(const TimelineData& data) const;
    void keepColours(TimelineGroups& groups) const;
    void name(TimelineGroups& groups) const;
    void addFound(TimelineMatch& match) const;
    void addListed(TimelineMatch& match) const;
    void tell();

    TaskFeed& m_tasks;
    TimelineFeed& m_timeline;
    QPointer<Connection> m_connection;
    TaskScope m_scope;
    std::vector<QPointer<Connection>> m_shown;
    QueueName m_shownQueue;
    TimelineColour m_colour = TimelineColour::State;
    TimelineData m_data; ///< as it was told
    GroupTimes m_found;
    std::optional<GroupTimes> m_repeated; ///< of a walk made anew, until it is over
    bool m_whole = false; ///< m_found is of a walk that came to its end
    bool m_tooMany = false; ///< more than mostCounted: nothing is told of them
    TimePoint m_wholeAt{}; ///< when that began, server's clock
    bool m_listed = true; ///< the table's walk tells
    bool m_alone = false; ///< the table's walk began before it was asked what its tasks are of
    bool m_walking = false; ///< one of its own is under way
    QPointer<Connection> m_asked; ///< whom it waits for
    int m_askedOf = 0; ///< the session's generation that owes the answer; of an earlier one it never comes
    bool m_changed = false; ///< the bars are others than when the last walk of its own began
    StateCounts m_walkedOver; ///< what all bars had then
    QElapsedTimer m_walked; ///< since it began
    int m_generation = 0; ///< answers to earlier ones are dropped
    QTimer m_pause; ///< between two tellings
    QTimer m_rest; ///< until a walk of its own may be repeated
    mutable std::array<QByteArray, TimelineGroups::most> m_colours; ///< whose each colour is
};

} // namespace dueline
