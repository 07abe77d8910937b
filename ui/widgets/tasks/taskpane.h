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
class Workbench;

/// Filter line, number found, and the table, or what stands in its place while there is nothing to list.
class TaskPane : public Pane
{
    Q_OBJECT

public:
    TaskPane(const Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions,
        QWidget* parent = nullptr);

    TaskTable& table() { return *m_table; }
    FilterLine& filter() { return *m_filter; }
    /// Counts and empty state from what the workbench knows now.
    void refresh();
    /// Whether tasks are listed; else the filter line stands alone, for the timeline of several queues.
    void setListed(bool listed);
    /// Below 1200 px: the buttons beside the filter share one menu.
    void setNarrow(bool narrow);
    /// Dimmed: what is listed is from before the connection was lost.
    void setStale(bool stale);
    /// Columns nobody wants to see, by their stable names.
    QStringList hiddenColumns() const;
    void setHiddenColumns(const QStringList& names);
    /// Makes it the current task, in the middle of what is seen; notListed() where that cannot be.
    void reveal(const TaskId& id);

Q_SIGNALS:
    void sandboxRequested();
    void addRequested();
    /// The server in view, opened with another layout.
    void layoutRequested(const QString& layout);
    void failed(const dueline::Error& error);
    /// What was to be revealed is in no state that is listed, or hidden by the filter, or gone.
    void notListed(const dueline::TaskId& id);
    /// Selection, ticks or contents changed.
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
    Workbench& m_bench;
    FilterLine* m_filter;
    PlainLabel* m_count;
    PlainLabel* m_countOf;
    QString m_countBrief; ///< what it says where there is little room
    QString m_countWhole;
    PlainLabel* m_problem;
    PlainLabel* m_read; ///< which instants the words of the filter are
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
