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

/// Data source for the table's model. Without a filter, it loads pages by rank as they scroll into view. With a filter,
/// it searches the queue in steps and shows matches as they are found. It keeps the visible rows up to date and sends
/// one request at a time.
class TaskFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{5000}; ///< initial refresh interval
    /// Maximum number of listed matches; any others are just counted.
    static constexpr std::size_t keptMatches = 100'000;
    static constexpr Millis publishEvery{100}; ///< interval between updates during a search; the first is immediate

    explicit TaskFeed(TaskTableModel& model, QObject* parent = nullptr);
    ~TaskFeed() override;

    void show(Connection* connection, const TaskScope& scope);
    const TaskScope& scope() const { return m_scope; }
    /// Sets the sort order. To sort by anything but the instant, the feed reads the entire queue, as it does with a
    /// filter, and sorts the tasks in memory.
    void setOrder(TaskOrder order);
    TaskOrder order() const { return m_order; }
    /// Returns the list's actual order. When sorted by instant, the newest tasks come first if listsNewestFirst() is
    /// true.
    TaskOrder listedOrder() const;
    /// Returns the states that can be listed: the displayed states that the filter accepts.
    StateSet listedStates() const { return m_scope.states.intersected(m_scope.filter.states()); }
    /// Returns whether the list consists of the queue's pages rather than search results.
    bool byRank() const;
    /// Returns the first row after an instant in search results sorted by instant, and loads the surrounding rows.
    int rowAfter(TimePoint at);
    void setVisibleRows(int first, int last);
    /// Sets a row that is refreshed along with the visible rows even if it isn't visible; -1 for none.
    void setCurrentRow(int row) { m_currentRow = row; }
    /// Searches for a task's row. Emits located() once, unless the displayed queue or the filter changes first.
    void locate(const TaskId& id);
    void setLive(bool live);
    /// Sets how often a live feed checks whether visible data must be reloaded.
    void setPeriod(Millis period) { m_timer.setInterval(period); }
    /// Reloads immediately, even if that means reading the entire queue.
    void refresh();
    /// Reloads after a change. If the last read covered the entire queue, first waits ten times as long as that read
    /// took.
    void follow();

    /// Loads references to all listed tasks, up to keptMatches, and emits allLoaded().
    void loadAll();
    bool isSearching() const { return m_searching; }
    /// Returns whether matches() is incomplete. A complete result stays complete while the search is repeated.
    bool isPartial() const { return m_searching && !m_whole; }
    /// Returns whether the list has been read completely since the queue or the filter was set. Until then, matches()
    /// is meaningless.
    bool isKnown() const { return m_whole; }
    /// Returns the number of matches. While a search is repeated, returns the previous number until more matches are
    /// found or the search ends.
    qint64 matches() const { return std::max(m_former, m_matches); }
    /// Returns the server time of the data behind matches() if it may be outdated and no update is imminent; otherwise,
    /// nullopt.
    std::optional<TimePoint> asOf() const;

Q_SIGNALS:
    /// Emitted before each change of the model, so that the view can preserve its position. Followed by changed().
    void aboutToChange();
    void changed();
    /// Emitted with the number of matches found and tasks examined. `finished`: true if the search has ended.
    void searched(qint64 matches, qint64 examined, bool finished);
    /// Emitted with the matches from one time slice of a search. `begins`: true for the first time slice. `over`: true
    /// for the last time slice, which isn't reported if the search was cancelled. `startedAt`: server time when the
    /// search began.
    void walked(const std::vector<dueline::Task>& matches, bool begins, bool over, dueline::TimePoint startedAt);
    /// Emitted when asOf() starts to return a time.
    void outdated();
    /// Emitted when there are too many matches to sort by anything but the instant. The list is then sorted by instant.
    void orderDropped(qint64 matches);
    void orderChanged();
    /// Emitted when the page that contains the task is loaded. `row` is -1 if the task isn't listed.
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
    // Session generation of the pending request. Requests from earlier generations are never answered.
    int m_askedOf = 0;
    int m_quietPeriods = 0;
    int m_firstRow = 0;
    int m_lastRow = 40;
    int m_currentRow = -1;
    TaskId m_sought; ///< task to locate once the matches have been loaded
    QSet<int> m_wanted;
    QSet<int> m_asked; ///< pages in the pending request
    bool m_searching = false;
    bool m_again = false; ///< true if data has changed since the last search began
    bool m_atOnce = false; ///< true if another search was requested during the current search
    QElapsedTimer m_walked; ///< time since the last search began
    QTimer m_rest; ///< delay before the next automatic search
    std::optional<TimePoint> m_wholeAt; ///< server time at the start of the last complete search
    TaskMatches m_listed; ///< matches that the model shows
    /// Matches of a repeated search. They replace the listed matches when the search ends, or once there are at least
    /// as many.
    std::optional<TaskMatches> m_repeated;
    QElapsedTimer m_published;
    qint64 m_matches = 0;
    qint64 m_former = 0; ///< number of matches in the previous search, while the search is repeated
    bool m_whole = false; ///< true if matches() comes from a completed search
    qint64 m_examined = 0;
    QTimer m_timer;
};

} // namespace dueline
