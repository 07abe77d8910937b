// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/queue/task.h"
#include "ui/widgets/pane.h"

class QHBoxLayout;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace dueline {

struct OperationRequest;
struct QueueInfo;
struct SidebarPlace;
class Actions;
class Connection;
class CurrentTask;
class EmptyState;
class FilterLine;
class TaskFilter;
class Formatting;
class PlainLabel;
class SelectionBar;
class TaskTable;
class ActionRunner;
class ListedTasks;
class ViewedPlace;

/// Filter line, number of matches, and the table or an empty state.
class TaskPane : public Pane
{
    Q_OBJECT

public:
    TaskPane(const Theme& theme, const Formatting& formatting, ActionRunner& runner, ListedTasks& list,
        const Actions& actions, QWidget* parent = nullptr);

    TaskTable& table() { return *m_table; }
    FilterLine& filter() { return *m_filter; }
    /// Updates counts and empty state from the workbench.
    void refresh();
    /// Sets whether tasks are listed. If not, only the filter line is shown, for a timeline of several queues.
    void setListed(bool listed);
    /// Sets whether the window is narrow (below 1200 px). In a narrow window, the buttons next to the filter are
    /// combined in one menu.
    void setNarrow(bool narrow);
    /// Dims the list, because it dates from before the connection was lost.
    void setStale(bool stale);
    /// Returns the columns that the user has hidden, by their stable names.
    QStringList hiddenColumns() const;
    void setHiddenColumns(const QStringList& names);
    /// Makes the task current, in the middle of the view; emits notListed() if the table does not list it.
    void reveal(const TaskId& id);

Q_SIGNALS:
    void sandboxRequested();
    void addRequested();
    /// Requests to open the current server with a different layout.
    void layoutRequested(const QString& layout);
    void failed(const dueline::Error& error);
    /// Emitted if the task to reveal is in a state that is not listed, is hidden by the filter, or was deleted.
    void notListed(const dueline::TaskId& id);
    /// Emitted when the selection, the ticks or the contents have changed.
    void selectionChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitProblem();
    void fitCounts();
    void connectFeed();
    void untick(const OperationRequest& done);
    void buildButtons(QHBoxLayout& row, const Actions& actions);
    QToolButton* addButton(QHBoxLayout& row, const QString& icon);
    void showProblem(const QString& problem);
    void tellTimes(const TaskFilter& filter);
    void tellVisibleRows();
    static qint64 listable(const QueueInfo& queue, const SidebarPlace& place);
    void showEmptyState();
    void tellNoQueue(const Connection& connection);
    void tellAwaited();
    void showQueues(const Connection& connection);

    const Formatting& m_formatting;
    ActionRunner& m_runner;
    ViewedPlace& m_view;
    ListedTasks& m_list;
    FilterLine* m_filter;
    PlainLabel* m_count;
    PlainLabel* m_countOf;
    QString m_countBrief; ///< short form of the count for narrow windows
    QString m_countWhole;
    PlainLabel* m_problem;
    PlainLabel* m_read; ///< shows the instants for the time words in the filter
    SelectionBar* m_extent;
    TaskTable* m_table;
    CurrentTask* m_current;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QToolButton* m_save = nullptr;
    QToolButton* m_columns = nullptr;
    QToolButton* m_more = nullptr;
    QMenu* m_columnMenu;
    bool m_listed = true;
    bool m_narrow = false;
};

} // namespace dueline
