// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tasktablemodel.h"
#include "ui/presenters/reading/taskmatches.h"
#include "ui/presenters/reading/taskreading.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <algorithm>

namespace dueline {

class Connection;

/// Source of the data in the table's model. Without a filter, it loads pages by rank when they scroll into view. With a
/// filter, it searches the queue step by step and shows matches as they are found. It refreshes the visible rows and
/// sends one request at a time.
class TaskFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{5000}; ///< initial period
    static constexpr std::size_t keptMatches = 100'000; ///< maximum number of listed matches; all matches are counted
    static constexpr Millis publishEvery{100}; ///< interval of updates during a search; the first one is immediate

    explicit TaskFeed(TaskTableModel& model, QObject* parent = nullptr);
    ~TaskFeed() override;

    void show(Connection* connection, const TaskScope& scope);
    const TaskScope& scope() const { return m_scope; }
    /// Sets the sort order. For any order except by instant, the feed reads the whole queue, as with a filter, and
    /// sorts the tasks in memory.
    void setOrder(TaskOrder order);
    TaskOrder order() const { return m_order; }
    /// Returns the actual order of the list. In the order by instant, the newest tasks come first if
    /// listsNewestFirst().
    TaskOrder listedOrder() const;
    /// Returns the states that can be listed: the states in view that the filter accepts.
    StateSet listedStates() const { return m_scope.states.intersected(m_scope.filter.states()); }
    /// Returns whether the feed lists pages of the queue instead of search results.
    bool byRank() const;
    /// Returns the first row after an instant in time-sorted search results, and loads the rows around it.
    int rowAfter(TimePoint at);
    void setVisibleRows(int first, int last);
    /// Sets a row that is refreshed together with the visible rows, even if it is not visible; -1: none.
    void setCurrentRow(int row) { m_currentRow = row; }
    /// Searches for the row of a task. Emits located() once, unless the place or filter changes before that.
    void locate(const TaskId& id);
    void setLive(bool live);
    /// Sets the interval at which a live feed checks whether visible data must be reloaded.
    void setPeriod(Millis period) { m_timer.setInterval(period); }
    /// Reloads immediately, even if this requires a scan of the whole queue.
    void refresh();
    /// Reloads after a change. After a scan of the whole queue, the next one is delayed by ten times the duration of
    /// the scan.
    void follow();

    /// Loads references to all listed tasks, at most keptMatches, and emits allLoaded().
    void loadAll();
    bool isSearching() const { return m_searching; }
    /// Returns whether matches() is incomplete. A complete result remains complete during a repeated search.
    bool isPartial() const { return m_searching && !m_whole; }
    /// Returns whether the list has been read completely since the place or filter was set. Before that, matches()
    /// means nothing.
    bool isKnown() const { return m_whole; }
    /// Returns the number of matches. During a repeated search, this is the previous number until more matches are
    /// found or the search ends.
    qint64 matches() const { return std::max(m_former, m_matches); }
    /// Returns the server time of matches() if that number may be outdated and no update is imminent.
    std::optional<TimePoint> asOf() const;

Q_SIGNALS:
    /// Emitted before each change of the model, so that the view can preserve its position; changed() follows.
    void aboutToChange();
    void changed();
    /// Emitted with the numbers of matches found and tasks examined; `finished`: the search has ended.
    void searched(qint64 matches, qint64 examined, bool finished);
    /// Emitted with the matches of one time slice of a search. `begins`: first time slice; `over`: last time slice,
    /// which is missing if the search was cancelled. `startedAt`: server time at the start of the search.
    void walked(const std::vector<dueline::Task>& matches, bool begins, bool over, dueline::TimePoint startedAt);
    /// Emitted when asOf() is set.
    void outdated();
    /// Emitted when there are too many matches to sort by a property other than the instant. The order by instant is
    /// used instead.
    void orderDropped(qint64 matches);
    void orderChanged();
    /// Emitted when the page of the task is loaded; `row` is -1 if the task is not listed.
    void located(const dueline::TaskId& id, int row);
    void allLoaded(const std::vector<dueline::TaskRef>& refs);
    void failed(const dueline::Error& error);

private:
    bool waits() const;
    bool isTooMuchToSort() const;
    int rowOf(const TaskId& id);
    void askPages();
    void startSearch();
    void rest();
    void searchOn(FilterWalk walk);
    void keep(const std::vector<Task>& matches);
    void publishMatches();
    void givePage(int page);
    void tellSought();
    void onTimer();

    TaskTableModel& m_model;
    QPointer<Connection> m_connection;
    TaskScope m_scope;
    TaskOrder m_order;
    int m_generation = 0;
    bool m_asking = false;
    // session generation of the pending request; requests of earlier generations are never answered
    int m_askedOf = 0;
    int m_quietPeriods = 0;
    int m_firstRow = 0;
    int m_lastRow = 40;
    int m_currentRow = -1;
    TaskId m_sought; ///< task to locate among the matches, which are still loading
    QSet<int> m_wanted;
    QSet<int> m_asked; ///< pages requested while m_asking is true
    bool m_searching = false;
    bool m_again = false; ///< true if there was a change since the last search began
    bool m_atOnce = false; ///< true if another search was requested during the current one
    QElapsedTimer m_walked; ///< time since the last search began
    QTimer m_rest; ///< delay before the next automatic search
    std::optional<TimePoint> m_wholeAt; ///< start of the last complete search
    TaskMatches m_listed; ///< matches shown by the model
    std::optional<TaskMatches> m_repeated; ///< matches of a repeated search, until there are as many as in the list
    QElapsedTimer m_published;
    qint64 m_matches = 0;
    qint64 m_former = 0; ///< matches of the previous search, while it is repeated
    bool m_whole = false; ///< true if matches() is the result of a completed search
    qint64 m_examined = 0;
    QTimer m_timer;
};

} // namespace dueline
