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

/// Fills the table's model. Without a filter it loads pages by rank as they are looked at; with one it walks the queue
/// step by step and shows matches as they are found. Keeps what is visible fresh; a request at a time.
class TaskFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{5000}; ///< at first
    static constexpr std::size_t keptMatches = 100'000; ///< matches that are listed; all are counted
    static constexpr Millis publishEvery{100}; ///< while it searches: first hits come at once

    explicit TaskFeed(TaskTableModel& model, QObject* parent = nullptr);
    ~TaskFeed() override;

    void show(Connection* connection, const TaskScope& scope);
    const TaskScope& scope() const { return m_scope; }
    /// By something else than the instant it walks the queue, as with a filter, and sorts here.
    void setOrder(TaskOrder order);
    TaskOrder order() const { return m_order; }
    /// The order of what is listed: by time it is the latest first where listsNewestFirst() says so.
    TaskOrder listedOrder() const;
    /// The states that can be listed: those of the place that the filter lets through.
    StateSet listedStates() const { return m_scope.states.intersected(m_scope.filter.states()); }
    /// Whether it lists pages of the queue, and not what a search found.
    bool byRank() const;
    /// Of what a search found: the first row after an instant, by time; what stands around it is held from here on.
    int rowAfter(TimePoint at);
    void setVisibleRows(int first, int last);
    /// What stands in this row is read anew with what is visible, wherever it is; -1: in none.
    void setCurrentRow(int row) { m_currentRow = row; }
    /// Looks where this task is listed: located() tells, once, unless another place or filter is shown first.
    void locate(const TaskId& id);
    void setLive(bool live);
    /// How often it looks by itself, while live, whether something it shows has to be read again.
    void setPeriod(Millis period) { m_timer.setInterval(period); }
    /// Reads at once what it shows, also when that takes a walk over everything.
    void refresh();
    /// Something has changed: reads what it shows. Walks over everything rest ten times as long as they took.
    void follow();

    /// References to all that is listed, at most keptMatches of it: allLoaded() brings them.
    void loadAll();
    bool isSearching() const { return m_searching; }
    /// Whether matches() is only what was found so far. What was known whole stays so while it is looked for anew.
    bool isPartial() const { return m_searching && !m_whole; }
    /// Whether it was read to its end since the place or filter was chosen: before that matches() says nothing.
    bool isKnown() const { return m_whole; }
    /// Of a search made anew, the former number until it has found more or is over.
    qint64 matches() const { return std::max(m_former, m_matches); }
    /// Of when matches() is, by the server's clock, where something may have changed since and it is not looked for
    /// anew at once.
    std::optional<TimePoint> asOf() const;

Q_SIGNALS:
    /// Around every change of the model, so that the view can keep its place.
    void aboutToChange();
    void changed();
    /// Matches found so far and tasks looked at; `finished` once the walk is over.
    void searched(qint64 matches, qint64 examined, bool finished);
    /// What a turn of the walk has found. The first turn of a walk `begins` it, the last one ends it (`over`); a walk
    /// that is given up has none. `startedAt`: as of when it counts, server's clock.
    void walked(const std::vector<dueline::Task>& matches, bool begins, bool over, dueline::TimePoint startedAt);
    /// asOf() has begun to say something.
    void outdated();
    /// So many match that they can be sorted by their instant alone, and are.
    void orderDropped(qint64 matches);
    void orderChanged();
    /// Its page is held. -1: it is not listed here.
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
    int m_askedOf = 0; ///< the session's generation that owes the answer; of an earlier one it never comes
    int m_quietPeriods = 0;
    int m_firstRow = 0;
    int m_lastRow = 40;
    int m_currentRow = -1;
    TaskId m_sought; ///< looked for among matches that are still on their way
    QSet<int> m_wanted;
    QSet<int> m_asked; ///< pages on their way while m_asking
    bool m_searching = false;
    bool m_again = false; ///< something has changed since the last search began
    bool m_atOnce = false; ///< somebody asked for another one meanwhile
    QElapsedTimer m_walked; ///< since the last search began
    QTimer m_rest; ///< until the next one may begin by itself
    std::optional<TimePoint> m_wholeAt; ///< when the last search that came to its end began
    TaskMatches m_listed; ///< what the model shows pages of
    std::optional<TaskMatches> m_repeated; ///< of a search made anew, until there is as much as is listed
    QElapsedTimer m_published;
    qint64 m_matches = 0;
    qint64 m_former = 0; ///< of the search before, while it is made anew
    bool m_whole = false; ///< matches() is of a walk that came to its end
    qint64 m_examined = 0;
    QTimer m_timer;
};

} // namespace dueline
