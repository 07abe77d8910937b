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

/// Tasks by rank, loaded page by page as they are looked at. A million rows cost a number; only pages near the view are
/// held. Values only: it asks by pageWanted() and takes what setPage() brings, whenever that is.
class TaskTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Tick, State, Type, OwnQueue, Details, When, DueTime, Attempts, ColumnCount };
    enum Role {
        TaskRole = Qt::UserRole, ///< Task as a QVariant, in its state by now(); invalid while loading
        LoadedRole, ///< bool
        TickedRole, ///< bool
    };
    static constexpr int pageSize = 100;

    explicit TaskTableModel(const Formatting& formatting, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// What is told of some columns' heads: by what and how the rows are sorted.
    void setHeadWords(const QHash<int, QString>& words);

    /// Forgets everything: another queue, filter or order.
    void reset(qint64 total);
    /// The number of tasks changed; rows come and go at the end, contents follow by setPage().
    void setTotal(qint64 total);
    void setPage(int page, const std::vector<Task>& tasks);
    /// Times in words are counted from here; repaints what shows them.
    void setNow(TimePoint now);
    TimePoint now() const { return m_now; }

    /// The task of a row, null while its page is not here.
    const Task* taskAt(int row) const;
    /// The row of an id among the loaded pages, or where the locator knows it; -1: nowhere.
    int rowOf(const TaskId& id) const;
    /// Who knows rows beyond the loaded pages.
    void setLocator(std::function<int(const TaskId&)> locator) { m_locator = std::move(locator); }
    /// Another order: nothing that is loaded stands where it stood.
    void forgetPages();
    std::vector<int> loadedPages() const;
    /// Calls `visit` with each task that is here; which of them are kept longest does not change by that.
    template <typename Visit> void visitLoaded(Visit visit) const
    {
        for (const auto& [page, held] : m_pages) {
            for (const Task& task : held.tasks)
                visit(task);
        }
    }
    bool holds(int page) const { return m_pages.contains(page); }
    /// True if tasks that are loaded name their own queues: the place in view is one that queues share.
    bool tellsOwnQueues() const { return m_tellsOwnQueues; }

    void setTicked(const TaskId& id, bool ticked);
    /// These, too, whether or not their pages are here.
    void tick(const std::vector<TaskRef>& refs);
    bool isTicked(const TaskId& id) const { return isAll() || m_ticked.contains(id); }
    /// Everything that matches is meant, also what no page and no tick can hold; until a tick is changed.
    /// `states`: it may be in.
    void setAll(StateSet states);
    bool isAll() const { return !m_allOf.isEmpty(); }
    StateSet allStatesMeant() const { return m_allOf; }
    const QHash<TaskId, TaskRef>& ticked() const { return m_ticked; }
    /// No more than these; while all are ticked it does nothing.
    void untick(const std::vector<TaskId>& ids);
    void clearTicks();

    /// Whether its last error says what is the matter with it now; a done task's does not.
    static bool tellsError(const Task& task) { return task.state != TaskState::Done && !task.error.isEmpty(); }
    /// What an action on this task refers to: id and what is seen.
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
    /// When it waits until or when it got there, in words.
    QString whenWord(const Task& task) const;
    void forgetFarPages();
    void tellTicks();
    void noteOwnQueues();

    const Formatting& m_formatting;
    int m_total = 0;
    bool m_tellsOwnQueues = false; ///< as the pages that were loaded last had it
    TimePoint m_now{};
    mutable std::map<int, Page> m_pages;
    mutable QSet<int> m_wanted;
    mutable quint64 m_use = 0;
    QHash<TaskId, TaskRef> m_ticked;
    QHash<int, QString> m_headWords;
    std::function<int(const TaskId&)> m_locator;
    StateSet m_allOf; ///< not empty: everything that matches is meant
};

} // namespace dueline

Q_DECLARE_METATYPE(dueline::Task)
