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

/// Per-bar counts of the tasks that the table lists. Unless the colors represent states, the tasks are also assigned to
/// groups. A brush is ignored. If the table scans for a filter's matches, that scan also provides their instants.
/// Otherwise (a brush limits the list, multiple queues are displayed, or types or errors are colored without a filter),
/// this class scans the queues one after another on the background lane. The instants are kept, so changing the zoom
/// level requires no new scan. While a scan is repeated, the previous counts are shown.
class TimelineMatches : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis tellEvery{100}; ///< interval between reports during a count; the first report is immediate
    static constexpr int pauseAfterWalk = 10; ///< pause before a repeated scan, as a multiple of how long the scan took
    // Maximum number of tasks whose instants are kept. If there are more, nothing is reported.
    static constexpr qint64 mostCounted = 2'000'000;

    TimelineMatches(TaskFeed& tasks, TimelineFeed& timeline, QObject* parent = nullptr);

    /// Sets the scope to count and discards all earlier counts. `listed`: true if the table is about to scan exactly
    /// this scope.
    void look(Connection* connection, const TaskScope& scope, bool listed);
    /// Sets the timeline's contents: one queue on these connections, or all queues if the name is empty. If the table
    /// has a filter, its matches are counted in all of these queues.
    void setShown(const std::vector<Connection*>& connections, const QueueName& queue);
    void setColour(TimelineColour colour);
    TimelineColour colour() const { return m_colour; }
    /// Determines the listed tasks' time range, then emits fitted(). With a filter, this waits until the scan is
    /// complete. If no task matches, the range includes all tasks.
    void fit();

Q_SIGNALS:
    /// Emitted with the timeline feed's data, plus each bar's listed tasks and the groups.
    void loaded(const dueline::TimelineData& data);
    void fitted(dueline::TimeRange range);

private:
    /// Scan of the displayed queues by this class.
    struct Scan
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
    void walkOn(Scan walk);
    void tryAgain();
    std::optional<TimePoint> asOf() const;
    TimePoint now() const;
    std::optional<TimelineMatch> match() const;
    std::optional<TimelineGroups> groups(const TimelineData& data) const;
    void keepColours(TimelineGroups& groups) const;
    void name(TimelineGroups& groups) const;
    void addFound(TimelineMatch& match) const;
    void addListed(TimelineMatch& match) const;
    void fitFound();
    void tell();

    TaskFeed& m_tasks;
    TimelineFeed& m_timeline;
    QPointer<Connection> m_connection;
    TaskScope m_scope;
    std::vector<QPointer<Connection>> m_shown;
    QueueName m_shownQueue;
    TimelineColour m_colour = TimelineColour::State;
    TimelineData m_data; ///< last emitted data
    GroupTimes m_found;
    std::optional<GroupTimes> m_repeated; ///< result so far of the repeated scan in progress
    bool m_whole = false; ///< true if m_found is from a complete scan
    bool m_fits = false; ///< true if fit() is waiting for the scan
    bool m_tooMany = false; ///< true if there are more than mostCounted tasks, in which case none are reported
    TimePoint m_wholeAt{}; ///< server time when the last complete scan began
    bool m_listed = true; ///< true if the table's scan reports its tasks
    bool m_alone = false; ///< true if this class scans in place of the table, whose scan has already begun
    bool m_walking = false; ///< true while a scan by this class is running
    QPointer<Connection> m_asked; ///< connection with the pending request
    /// Session generation of the pending request; requests from earlier generations are never answered.
    int m_askedOf = 0;
    bool m_changed = false; ///< true if the bars have changed since the last scan by this class began
    StateCounts m_walkedOver; ///< totals of the bars when the last scan by this class began
    QElapsedTimer m_walked; ///< time since the last scan by this class began
    int m_generation = 0; ///< incremented to ignore the answers to earlier requests
    QTimer m_pause; ///< pause between reports
    QTimer m_rest; ///< minimum pause before this class scans again
    mutable std::array<QByteArray, TimelineGroups::most> m_colours; ///< group that uses each color
};

} // namespace dueline
