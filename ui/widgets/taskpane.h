// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/widgets/pane.h"

class QStackedWidget;

namespace dueline {

class EmptyState;
class FilterLine;
class PlainLabel;
class TaskTable;
class Workbench;

/// Filter line, number found, and the table, or what stands in its place while there is nothing to list.
class TaskPane : public Pane
{
    Q_OBJECT

public:
    TaskPane(const Theme& theme, Workbench& bench, QWidget* parent = nullptr);

    TaskTable& table() { return *m_table; }
    FilterLine& filter() { return *m_filter; }
    /// Counts and empty state from what the workbench knows now.
    void refresh();

Q_SIGNALS:
    void sandboxWished();
    void failed(const dueline::Error& error);
    /// Selection, ticks or contents changed.
    void selectionChanged();

private:
    void connectFeed();
    void showProblem(const QString& problem);
    void tellVisibleRows();
    void showEmptyState();

    Workbench& m_bench;
    FilterLine* m_filter;
    PlainLabel* m_count;
    PlainLabel* m_countOf;
    PlainLabel* m_problem;
    TaskTable* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
};

} // namespace dueline
