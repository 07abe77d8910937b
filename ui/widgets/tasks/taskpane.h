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

/// Filter line, number of matches, and the task table or an empty state.
class TaskPane : public Pane
{
    Q_OBJECT

public:
    TaskPane(const Theme& theme, const Formatting& formatting, ActionRunner& runner, ListedTasks& list,
        const Actions& actions, QWidget* parent = nullptr);

    TaskTable& table() { return *m_table; }
    FilterLine& filter() { return *m_filter; }
    /// Returns the part below the filter and the selection bar.
    QStackedWidget& body() { return *m_stack; }
    /// Sets the height that messages cover at the bottom.
    void setBottomRoom(int height);
    /// Updates the counts and the empty state from the workbench.
    void refresh();
    /// Sets whether tasks are listed. If not, only the filter line is shown, for a timeline of multiple queues.
    void setListed(bool listed);
    /// Sets whether the window is narrow (less than 1200 pixels wide). In a narrow window, a single menu replaces the
    /// buttons next to the filter.
    void setNarrow(bool narrow);
    /// Sets whether the list is dimmed because it is from before the connection was lost.
    void setStale(bool stale);
    /// Returns the permanent names of the columns that the user has hidden.
    QStringList hiddenColumns() const;
    void setHiddenColumns(const QStringList& names);
    /// Makes the task current and centers it in the view. Emits notListed() if the table doesn't list it.
    void reveal(const TaskId& id);

Q_SIGNALS:
    void sandboxRequested();
    void addRequested();
    void describeRequested();
    /// Requests that the current server be opened with another layout.
    void layoutRequested(const QString& layout);
    void failed(const dueline::Error& error);
    /// Emitted if the task to reveal is in a state that isn't listed, is hidden by the filter, or was deleted.
    void notListed(const dueline::TaskId& id);
    /// Emitted when the selection, the ticks or the contents change.
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
    QString m_countBrief; ///< short form of the count, for narrow windows
    QString m_countWhole;
    PlainLabel* m_problem;
    PlainLabel* m_read; ///< label with the instants that the filter's time words stand for
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
