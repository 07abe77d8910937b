// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/text/formatting.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QSet>

#include <functional>
#include <map>

namespace dueline {

/// Table model of tasks by rank. Pages of tasks are loaded when they scroll into view. Only pages near the visible rows
/// are kept in memory; all other rows are just counted. The model requests pages with pageWanted() and accepts them at
/// any time through setPage().
class TaskTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Tick, State, Type, OwnQueue, Details, When, DueTime, Attempts, ColumnCount };
    enum Role {
        TaskRole = Qt::UserRole, ///< the Task as a QVariant, in its state at now(); invalid until its page is loaded
        LoadedRole, ///< bool: true if the row's page is loaded
        TickedRole, ///< bool: true if the row is ticked
    };
    static constexpr int pageSize = 100;

    explicit TaskTableModel(const Formatting& formatting, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// Sets the headers' tooltips and accessible descriptions, which mention the sort column and direction.
    void setHeadWords(const QHash<int, QString>& words);

    /// Clears all data. Call this when the queue, filter or order changes.
    void reset(qint64 total);
    /// Sets the number of tasks. Rows are added or removed at the end, and setPage() updates their contents.
    void setTotal(qint64 total);
    void setPage(int page, const std::vector<Task>& tasks);
    /// Sets the time that relative times are based on, and repaints the cells that show them.
    void setNow(TimePoint now);
    TimePoint now() const { return m_now; }

    /// Returns the task in a row; null if its page isn't loaded.
    const Task* taskAt(int row) const;
    /// Returns the row of a task if its page is loaded or the locator finds it; otherwise, -1.
    int rowOf(const TaskId& id) const;
    /// Sets the function that finds rows outside the loaded pages.
    void setLocator(std::function<int(const TaskId&)> locator) { m_locator = std::move(locator); }
    /// Drops all pages. Call this when the order of the rows has changed.
    void forgetPages();
    std::vector<int> loadedPages() const;
    /// Calls `visit` for each loaded task. Doesn't affect how long pages are kept.
    template <typename Visit> void visitLoaded(Visit visit) const
    {
        for (const auto& [page, held] : m_pages) {
            for (const Task& task : held.tasks)
                visit(task);
        }
    }
    bool holds(int page) const { return m_pages.contains(page); }
    /// Returns whether the loaded tasks have their own queue names because multiple queues are displayed as one.
    bool tellsOwnQueues() const { return m_tellsOwnQueues; }

    void setTicked(const TaskId& id, bool ticked);
    /// Ticks more rows, whether or not they are loaded.
    void tick(const std::vector<TaskRef>& refs);
    bool isTicked(const TaskId& id) const { return isAll() || m_ticked.contains(id); }
    /// Selects all matches, including tasks that aren't loaded or ticked, until the user ticks or unticks a task.
    /// `states`: the matches' states.
    void setAll(StateSet states);
    bool isAll() const { return !m_allOf.isEmpty(); }
    StateSet allStatesMeant() const { return m_allOf; }
    const QHash<TaskId, TaskRef>& ticked() const { return m_ticked; }
    /// Unticks these tasks. Does nothing while all tasks are selected.
    void untick(const std::vector<TaskId>& ids);
    void clearTicks();

    /// Returns whether the task's last error explains its current state. It doesn't for a completed task.
    static bool tellsError(const Task& task) { return task.state != TaskState::Done && !task.error.isEmpty(); }
    /// Returns a reference to this task for an action: its id and displayed state.
    static TaskRef refOf(const Task& task) { return dueline::refOf(task); }

Q_SIGNALS:
    void pageWanted(int page) const;
    void ticksChanged();
    void tellsOwnQueuesChanged();

private:
    struct Page
    {
        std::vector<Task> tasks;
        quint64 usedAt = 0;
    };

    QString text(const Task& task, int column) const;
    QString spoken(const Task& task, int column) const;
    /// Returns the task's time as a relative time, or a word such as `immediately` if the task has no due time.
    QString whenWord(const Task& task) const;
    void forgetFarPages();
    void tellTicks();
    void noteOwnQueues();

    const Formatting& m_formatting;
    int m_total = 0;
    /// True if the most recently loaded tasks have their own queue names.
    bool m_tellsOwnQueues = false;
    TimePoint m_now{};
    mutable std::map<int, Page> m_pages;
    mutable QSet<int> m_wanted;
    mutable quint64 m_use = 0;
    QHash<TaskId, TaskRef> m_ticked;
    QHash<int, QString> m_headWords;
    std::function<int(const TaskId&)> m_locator;
    /// States whose matches are all selected; empty if only ticked tasks are selected.
    StateSet m_allOf;
};

} // namespace dueline

Q_DECLARE_METATYPE(dueline::Task)
